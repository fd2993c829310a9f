'use strict';

(() => {
  const json = document.getElementById('options').textContent;

  // "--flink" in an option is the page's colour of that name now, "--flink+38" the same with alpha.
  const optionsInCurrentColours = () => {
    const style = getComputedStyle(document.documentElement);
    return JSON.parse(json, (key, value) => {
      if (typeof value !== 'string' || !value.startsWith('--')) {
        return value;
      }
      const [name, alpha = ''] = value.split('+');
      return style.getPropertyValue(name).trim() + alpha;
    });
  };

  const draw = () => {
    const options = optionsInCurrentColours();
    const fontFamily = getComputedStyle(document.body).fontFamily;
    for (const element of document.querySelectorAll('.chart')) {
      const option = options[element.dataset.option];
      option.textStyle.fontFamily = fontFamily;
      const before = echarts.getInstanceByDom(element);
      const chart = before ?? echarts.init(element, null, { renderer: 'svg' });
      chart.setOption(option, true);
    }
  };

  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

  const resized = new ResizeObserver((entries) => {
    for (const entry of entries) {
      echarts.getInstanceByDom(entry.target).resize();
    }
  });
  document.querySelectorAll('.chart').forEach((element) => resized.observe(element));
})();
