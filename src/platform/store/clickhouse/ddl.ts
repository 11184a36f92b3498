const distributedClause = /\{distributed:(\w+) by ([^}]+)\}/g;

/**
 * Turns one migration into statements. The files are written once, with three marks:
 * `{local:name}` where a table is made, `{engine:X}` for its engine, and `{distributed:name by key}`
 * for the table that spreads it over a cluster. On one node the last one vanishes.
 */
export function ddlStatements(template: string, cluster: string | undefined): string[] {
  const text = cluster === undefined ? onOneNode(template) : onCluster(template, cluster);
  return text
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function onOneNode(template: string): string {
  return template
    .replace(distributedClause, '')
    .replace(/\{local:(\w+)\}/g, '$1')
    .replace(/\{engine:(\w+)\}/g, '$1');
}

function onCluster(template: string, cluster: string): string {
  const name = clusterName(cluster);
  return template
    .replace(
      distributedClause,
      `CREATE TABLE IF NOT EXISTS $1 ON CLUSTER ${name} AS $1_local` +
        ` ENGINE = Distributed(${name}, currentDatabase(), $1_local, $2);`,
    )
    .replace(/\{local:(\w+)\}/g, `$1_local ON CLUSTER ${name}`)
    .replace(
      /\{engine:(\w+)\}/g,
      "Replicated$1('/clickhouse/tables/{database}/{table}/{shard}', '{replica}')",
    );
}

/** A cluster name goes into DDL as an identifier, so it must look like one. */
function clusterName(cluster: string): string {
  if (!/^\w+$/.test(cluster))
    throw new Error(`CLICKHOUSE_CLUSTER: ${cluster} is not a cluster name`);
  return cluster;
}
