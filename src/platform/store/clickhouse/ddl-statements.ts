const createDistributed = /\{distributed:(\w+) by ([^}]+)\}/g;
const distributedName = /\{distributed:(\w+)\}/g;

/**
 * Splits one migration into statements. The files are written once, for a single node and for a
 * cluster, with four placeholders:
 * - `{local:name}`: the table that stores rows, in CREATE, ALTER and DROP;
 * - `{engine:X}`: its engine, replicated on a cluster;
 * - `{distributed:name by key}`: creates the table that shards it over a cluster;
 * - `{distributed:name}`: that table in ALTER and DROP.
 * On a single node, statements about distributed tables are left out.
 */
export function ddlStatements(template: string, cluster: string | undefined): string[] {
  const text = template.replace(/^\s*--.*$/gm, '');
  return (cluster === undefined ? onOneNode(text) : onCluster(text, cluster))
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function onOneNode(template: string): string {
  return template
    .replace(createDistributed, '')
    .split(';')
    .filter((statement) => statement.search(distributedName) === -1)
    .join(';')
    .replace(/\{local:(\w+)\}/g, '$1')
    .replace(/\{engine:(\w+)\}/g, '$1');
}

function onCluster(template: string, cluster: string): string {
  const name = clusterName(cluster);
  return template
    .replace(
      createDistributed,
      `CREATE TABLE IF NOT EXISTS $1 ON CLUSTER ${name} AS $1_local` +
        ` ENGINE = Distributed(${name}, currentDatabase(), $1_local, $2);`,
    )
    .replace(distributedName, `$1 ON CLUSTER ${name}`)
    .replace(/\{local:(\w+)\}/g, `$1_local ON CLUSTER ${name}`)
    .replace(
      /\{engine:(\w+)\}/g,
      "Replicated$1('/clickhouse/tables/{database}/{table}/{shard}', '{replica}')",
    );
}

/** A cluster name goes into DDL as an identifier, so it must look like one. */
function clusterName(cluster: string): string {
  if (!/^(\w+|`[\w-]+`)$/.test(cluster))
    throw new Error(`CLICKHOUSE_CLUSTER: ${cluster} is not a cluster name`);
  return cluster;
}
