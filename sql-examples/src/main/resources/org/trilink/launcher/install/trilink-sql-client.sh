#!/usr/bin/env bash
# Flink's SQL Client with the Trilink planner. Takes the arguments of sql-client.sh beside it, and
# builds its class path as that does.

script=$0
while [ -L "$script" ]; do
  folder=$(cd -P "$(dirname "$script")" && pwd)
  target=$(readlink "$script")
  case $target in
    /*) script=$target ;;
    *) script=$folder/$target ;;
  esac
done
bin=$(dirname "$script")

. "$bin"/config.sh

class_path=$(constructFlinkClassPath) || exit 1

# The SQL Client and what it needs of Python are in opt, unless somebody moved them to lib.
client_jar=
case $class_path in
  *flink-sql-client*.jar*) ;;
  *)
    client_jar=$(find "$FLINK_OPT_DIR" -name 'flink-sql-client*.jar' | head -n 1)
    if [ -z "$client_jar" ]; then
      echo "trilink: no flink-sql-client*.jar in $FLINK_LIB_DIR or $FLINK_OPT_DIR" >&2
      exit 1
    fi
    ;;
esac
case $class_path in
  *flink-python*.jar*) ;;
  *)
    python_jar=$(find "$FLINK_OPT_DIR" -name 'flink-python*.jar' | head -n 1)
    class_path=$class_path${python_jar:+:$python_jar}
    ;;
esac

# A JDK newer than 8 keeps from Flink 1.14 what it needs, unless it is told not to.
jdk_flags=()
if [ "$("$JAVA_RUN" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)" != 1 ]; then
  jdk_flags=(
    --add-opens=java.base/java.lang=ALL-UNNAMED
    --add-opens=java.base/java.util=ALL-UNNAMED
    --add-exports=java.base/sun.net.util=ALL-UNNAMED
  )
fi

log=$FLINK_LOG_DIR/flink-${FLINK_IDENT_STRING:-$USER}-trilink-sql-client-$HOSTNAME.log
log_settings=(
  "-Dlog.file=$log"
  "-Dlog4j.configuration=file:$FLINK_CONF_DIR/log4j-cli.properties"
  "-Dlog4j.configurationFile=file:$FLINK_CONF_DIR/log4j-cli.properties"
  "-Dlogback.configurationFile=file:$FLINK_CONF_DIR/logback.xml"
)

# Jobs that show results in the client need classes of its jar on the cluster.
exec "$JAVA_RUN" $JVM_ARGS "${jdk_flags[@]}" "${log_settings[@]}" \
  -classpath "$(manglePathList "$class_path:$INTERNAL_HADOOP_CLASSPATHS${client_jar:+:$client_jar}")" \
  org.trilink.planner.client.TrilinkSqlClient "$@" ${client_jar:+--jar "$(manglePath "$client_jar")"}
