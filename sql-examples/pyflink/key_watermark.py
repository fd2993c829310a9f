# Copyright The Trilink Authors
# SPDX-License-Identifier: Apache-2.0
"""Trilink in PyFlink 1.20: readings a minute, each sensor under its own event time.

    pip install apache-flink==1.20.3
    bin/trilink --flink 1.20 install "$(python -c 'import pyflink; print(pyflink.__path__[0])')"
    python sql-examples/pyflink/key_watermark.py

Sensor b delivers two hours late. Flink's watermark, which sensor a has moved on, would have all of
its windows behind it.
"""

import glob
import os
import tempfile

import pyflink
from pyflink.table import EnvironmentSettings, TableEnvironment

MINUTE = 60

READINGS = """
    CREATE TABLE readings (
      sensor STRING,
      seconds BIGINT,
      ts AS TO_TIMESTAMP_LTZ(seconds * 1000, 3),
      WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
    ) WITH ('connector' = 'filesystem', 'path' = '{path}', 'format' = 'csv')
    """

WINDOWS = """
    SELECT /*+ TRILINK('watermark' = 'key', 'watermark.order' = 'by-key') */
      sensor, window_start, COUNT(*) AS readings
    FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
    GROUP BY sensor, window_start, window_end
    """


def use_trilinks_planner():
    """Puts Trilink's planner before Flink's; PyFlink has the jars of lib in no order."""
    lib = os.path.join(os.environ.get("FLINK_HOME", pyflink.__path__[0]), "lib")
    loaders = glob.glob(os.path.join(lib, "*trilink-planner*-loader.jar"))
    if not loaders:
        raise SystemExit(f"no trilink-planner-...-loader.jar in {lib}: run bin/trilink install first")
    os.environ["JVM_ARGS"] = f"-javaagent:{loaders[0]} " + os.environ.get("JVM_ARGS", "")


def write_readings(path):
    """A reading of a every 10 s for five minutes, then those of b of two hours before."""
    with open(path, "w", encoding="utf-8") as file:
        for sensor, start in (("a", 7200), ("b", 0)):
            for second in range(start, start + 5 * MINUTE, 10):
                file.write(f"{sensor},{second}\n")


def main():
    use_trilinks_planner()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "readings.csv")
        write_readings(path)
        tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        tables.get_config().set("table.local-time-zone", "UTC")
        tables.get_config().set("parallelism.default", "1")
        tables.execute_sql(READINGS.format(path=path))
        print(tables.explain_sql(WINDOWS).split("== Optimized Execution Plan ==")[1])
        tables.execute_sql(WINDOWS).print()


if __name__ == "__main__":
    main()
