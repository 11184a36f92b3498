import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { goModule } from './tools.js';

interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  properties?: Record<string, Schema>;
}

interface Kind {
  group: string;
  version: string;
  kind: string;
}

const kubernetes = 'k8s.io/kubernetes@v1.31.4';
const prometheusOperator = 'github.com/prometheus-operator/prometheus-operator@v0.79.2';

/** Writes the schemas of Kubernetes and of ServiceMonitor as kubeconform reads them; false if they cannot be had. */
export async function writeSchemas(folder: string): Promise<boolean> {
  const [core, operator] = await Promise.all([kubernetes, prometheusOperator].map(goModule));
  if (!core || !operator) return false;
  const write = ({ group, version, kind }: Kind, schema: object) => {
    const name = [kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase();
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
  };
  writeCore(join(core, 'api/openapi-spec/swagger.json'), write);
  const crd = 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml';
  writeCustom(join(operator, crd), write);
  return true;
}

type Write = (kind: Kind, schema: object) => void;

function writeCore(path: string, write: Write): void {
  const { definitions } = JSON.parse(readFileSync(path, 'utf8')) as {
    definitions: Record<string, Schema>;
  };
  for (const [name, schema] of Object.entries(definitions)) {
    const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as Kind[];
    // Those with many kinds are options of requests.
    if (kinds.length !== 1) continue;
    const used = [...reachable(name, definitions)].map((each) => [
      each,
      strict(definitions[each]!),
    ]);
    write(kinds[0]!, { $ref: `#/definitions/${name}`, definitions: Object.fromEntries(used) });
  }
}

function reachable(name: string, definitions: Record<string, Schema>, found = new Set<string>()) {
  if (found.has(name)) return found;
  found.add(name);
  const names = JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g);
  for (const [, next] of names) reachable(next!, definitions, found);
  return found;
}

function writeCustom(path: string, write: Write): void {
  const { spec } = parse(readFileSync(path, 'utf8')) as {
    spec: {
      group: string;
      names: { kind: string };
      versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
    };
  };
  for (const { name, schema } of spec.versions) {
    const kind = { group: spec.group, version: name, kind: spec.names.kind };
    write(kind, strict(schema.openAPIV3Schema));
  }
}

/** The schema as JSON Schema that refuses unknown fields, as the API server warns about them. */
function strict(schema: Schema): Schema {
  const isFlexible = schema['format'] === 'int-or-string' || schema['x-kubernetes-int-or-string'];
  if (isFlexible) return { type: ['integer', 'string'] };
  // Quantities are texts or numbers; their definition says only the former.
  if (/Quantity is a fixed-point/.test(String(schema['description'])))
    return { type: ['number', 'string'] };
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, strictValue(value)]);
  const result = Object.fromEntries(entries) as Schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] ?? schema['additionalProperties'];
  return schema.properties && !isOpen ? { ...result, additionalProperties: false } : result;
}

function strictValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictValue);
  return typeof value === 'object' && value !== null ? strict(value as Schema) : value;
}
