'use strict';

(() => {
  // What an axis counts in: the value of one on it, and its name.
  const scaleOf = (value, unit) => {
    if (unit === 'bytes') {
      return value >= 1e6 ? [1e6, 'MB'] : value >= 1e3 ? [1e3, 'kB'] : [1, unit];
    }
    if (unit === 'ms') {
      return value >= 1e3 ? [1e3, 's'] : [1, unit];
    }
    return value >= 1e6 ? [1e6, 'million ' + unit]
        : value >= 1e4 ? [1e3, 'thousand ' + unit] : [1, unit];
  };

  // ECharts' option of a chart, in the page's colours as they are now.
  const optionOf = (chart) => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const text = colour('--text');
    const muted = { color: colour('--muted') };
    const rule = { lineStyle: { color: colour('--rule') } };
    const bars = chart.type === 'bar';
    // Zero has no place on a logarithmic axis.
    const isDrawn = (point) => point && (!chart.logarithmic || point.min > 0);
    const points = chart.series.flatMap((series) => series.points).filter(isDrawn);
    const least = Math.min(...points.map((point) => point.value));
    const greatest = Math.max(...points.map((point) => point.value));
    // A logarithmic axis is to have its least value at 1 or above.
    const [factor, unit] = scaleOf(chart.logarithmic ? least : greatest, chart.y);
    const scaled = (value) => Number((value / factor).toPrecision(4));
    // Below the least bar, which would have no height on the axis itself.
    const logarithmicMin = () => {
      const power = 10 ** Math.floor(Math.log10(Math.max(1, scaled(least))));
      return Math.max(1, scaled(least) < 2 * power ? power / 10 : power);
    };
    const labelled = points.some((point) => point.label);

    const datumOf = (point, own) => isDrawn(point) ? {
      value: scaled(point.value),
      // From bottom to top, as bars may be narrow, and above the line of the runs.
      label: point.label && {
        show: true, position: 'top', distance: 16, rotate: 90, align: 'left',
        verticalAlign: 'middle', color: text, fontSize: 11, formatter: point.label,
      },
      itemStyle: point.incomplete ? {
        color: bars ? own + '38' : colour('--surface'),
        borderColor: own, borderWidth: 1.5, borderType: bars ? 'dashed' : 'solid',
      } : undefined,
    } : null;

    // From the least run to the greatest.
    const rangesOf = (points) => points.flatMap((point, i) =>
        isDrawn(point) && point.min < point.max
            ? [[{ coord: [i, scaled(point.min)] }, { coord: [i, scaled(point.max)] }]] : []);

    const seriesOf = ({ variant, points }) => ({
      name: variant.label,
      type: chart.type,
      color: colour(variant.colour),
      barMaxWidth: labelled ? 64 : 36,
      barGap: '12%',
      symbol: 'circle',
      symbolSize: 7,
      showAllSymbol: true,
      lineStyle: { width: 2 },
      data: points.map((point) => datumOf(point, colour(variant.colour))),
      markLine: {
        silent: true, symbol: 'none', animation: false, label: { show: false },
        lineStyle: { color: text, width: 1.5, type: 'solid', opacity: 0.75 },
        data: rangesOf(points),
      },
    });

    return {
      animation: false,
      textStyle: { color: text, fontFamily: getComputedStyle(document.body).fontFamily },
      grid: {
        // The room that labels of a logarithmic axis are given is without the commas in them.
        left: chart.logarithmic ? 14 : 4,
        right: 12, top: 34, bottom: chart.x ? 30 : 6, containLabel: true,
      },
      tooltip: {
        trigger: 'axis', confine: true, axisPointer: { type: 'shadow' },
        backgroundColor: colour('--surface'), borderColor: colour('--rule'),
        textStyle: { color: text, fontSize: 12 },
      },
      xAxis: {
        type: 'category', data: chart.categories, name: chart.x, nameLocation: 'middle',
        // Labels of two lines need more room.
        nameGap: chart.categories.some((category) => category.includes('\n')) ? 42 : 28,
        nameTextStyle: muted, axisLine: rule, axisTick: { show: false },
        axisLabel: { color: text, interval: 0, hideOverlap: true, lineHeight: 15 },
      },
      yAxis: {
        type: chart.logarithmic ? 'log' : 'value', name: unit, nameGap: 14,
        nameTextStyle: { ...muted, align: 'left', padding: 0 }, axisLabel: muted,
        splitLine: rule, splitNumber: 4, boundaryGap: labelled ? [0, '30%'] : undefined,
        min: chart.logarithmic ? logarithmicMin() : undefined,
        max: chart.max, interval: chart.max && chart.max / 4,
      },
      series: chart.series.map(seriesOf),
    };
  };

  const elements = document.querySelectorAll('.chart');
  const draw = () => {
    for (const element of elements) {
      const drawn = echarts.getInstanceByDom(element)
          ?? echarts.init(element, null, { renderer: 'svg' });
      drawn.setOption(optionOf(JSON.parse(element.dataset.chart)), true);
    }
  };

  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

  const resized = new ResizeObserver((entries) => {
    for (const entry of entries) {
      // None while the page is not shown, or a picture of it is taken.
      if (entry.contentRect.width > 0) {
        echarts.getInstanceByDom(entry.target).resize();
      }
    }
  });
  elements.forEach((element) => resized.observe(element));
})();
