// Checks the import direction described in docs/ARCHITECTURE.md. Type-only imports count too.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Bottom to top: a file may import from its own layer and from those below it. */
const layers = [
  ['src/platform'],
  ['src/domain'],
  ['src/api'],
  ['src/demo'],
  ['src/operations.ts', 'src/app.ts'],
  ['src/cli'],
  ['src/main.ts'],
  ['src/farthing.ts'],
];

/**
 * The wings of the domain, bottom to top: folders of a wing import those of their own wing and of wings
 * below it. Files directly in src/domain list what all wings have, and no wing imports them.
 */
const wings = [
  'account',
  'costs',
  'intake',
  'optimise',
  'reports',
  'watch',
  'people',
  'billing',
  'sharing',
  'installation',
].map((name) => `src/domain/${name}`);

/** The console's own layers; of the server it may import pure modules only. */
const webLayers = [
  ['web/src/lib'],
  ['web/src/api'],
  ['web/src/parts'],
  ['web/src/features'],
  ['web/src/pages'],
  ['web/src/frame'],
  ['web/src/main.tsx'],
];
const sharedWithWeb = ['src/platform/lib', 'src/domain'];

/** Folders whose subfolders must not import each other at all; files directly in them list the rest. */
const independent = ['src/api', 'web/src/pages'];

/** Folders whose subfolders and files may import each other in one direction. */
const acyclic = ['src/platform', ...wings, 'src/domain/costs/vql', 'web/src/features'];

/** Packages that talk to databases, and the only folder that may import them. */
const drivers = ['@clickhouse/client', '@electric-sql/pglite', 'chdb', 'pg'];
const driverFolder = 'src/platform/store';

/** Describes every forbidden import below a root folder. */
export function findProblems(root) {
  const imports = readImports(root, ['src', 'web/src'], isSource);
  const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  return [
    ...edges.map(layerProblem),
    ...edges.map(wingProblem),
    ...edges.map(doorProblem),
    ...edges.map(siblingProblem),
    ...[...imports.keys()].flatMap((file) => driverProblems(root, file)),
    ...acyclic.flatMap((parent) => folderCycles(parent, edges)),
    ...cycles(imports).map((cycle) => `import cycle: ${cycle.join(' -> ')}`),
  ].filter((problem) => problem !== undefined);
}

const isSource = (name) => /(?<!\.test)\.tsx?$/.test(name);

/** The files that each file of some folders imports. */
export function readImports(root, folders, isIncluded) {
  const files = folders.flatMap((folder) => filesIn(root, folder)).filter(isIncluded);
  return new Map(files.map((file) => [file, importsOf(root, file, files)]));
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"]([^'"]+)['"]/g;

/** What a file imports, as it is written there. */
const specifiersOf = (root, file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map(([, name]) => name);

function importsOf(root, file, files) {
  const known = new Set(files);
  const paths = specifiersOf(root, file).filter((name) => name.startsWith('.'));
  const targets = paths.map((path) => {
    const stem = normalize(join(dirname(file), path)).replace(/\.[jt]sx?$/, '');
    return [`${stem}.ts`, `${stem}.tsx`, `${stem}/index.ts`].find((each) => known.has(each));
  });
  return [...new Set(targets)].filter((target) => target !== undefined);
}

const isIn = (file, place) => file === place || file.startsWith(`${place}/`);
const rankIn = (order, file) => order.findIndex((places) => places.some((at) => isIn(file, at)));

function layerProblem({ from, to }) {
  const isWeb = isIn(from, 'web');
  if (isWeb && isIn(to, 'src')) {
    if (sharedWithWeb.some((place) => isIn(to, place))) return undefined;
    return `${from} imports ${to}: the console may import from ${sharedWithWeb.join(' and ')} only`;
  }
  const order = isWeb ? webLayers : layers;
  const [source, target] = [rankIn(order, from), rankIn(order, to)];
  if (source < 0) return `${from} is in no layer: see scripts/check-imports.mjs`;
  if (target >= 0 && target <= source) return undefined;
  return `${from} imports ${to}: imports must point down, from ${order[source][0]} to layers below it`;
}

function wingProblem({ from, to }) {
  if (!isIn(from, 'src/domain') || !isIn(to, 'src/domain')) return undefined;
  const [source, target] = [from, to].map((file) => wings.findIndex((wing) => isIn(file, wing)));
  if (source < 0 && isNested(from)) return `${from} is in no wing: see scripts/check-imports.mjs`;
  if (source < 0 || (target >= 0 && target <= source)) return undefined;
  const below = wings.slice(0, source).map((wing) => wing.split('/').at(-1));
  return `${from} imports ${to}: ${wings[source]} may import from itself and from ${below.join(', ') || 'no other wing'}`;
}

/** A folder of the domain has one door; only the console, which takes pure modules, goes past it. */
function doorProblem({ from, to }) {
  const folder = /^src\/domain\/[^/]+\/[^/]+(?=\/)/.exec(to)?.[0];
  if (!folder || isIn(from, folder) || isIn(from, 'web') || to === `${folder}/index.ts`)
    return undefined;
  return `${from} imports ${to}: others import from ${folder}/index.ts`;
}

const isNested = (file) => file.split('/').length > 3;

/** `src/api/teams` of `src/api/teams/members.ts`; undefined for files directly in the folder. */
function subfolderOf(parent, file) {
  const [name, ...rest] = isIn(file, parent) ? file.slice(parent.length + 1).split('/') : [];
  return rest.length > 0 ? `${parent}/${name}` : undefined;
}

/** The subfolder that a file is in, or the file itself if it is directly in the folder. */
const placeIn = (parent, file) =>
  subfolderOf(parent, file) ?? (isIn(file, parent) ? file : undefined);

function siblingProblem({ from, to }) {
  for (const parent of independent) {
    const [source, target] = [subfolderOf(parent, from), subfolderOf(parent, to)];
    if (source && target && source !== target) {
      return `${from} imports ${to}: folders of ${parent} must not import each other`;
    }
  }
  return undefined;
}

function driverProblems(root, file) {
  if (isIn(file, driverFolder)) return [];
  return specifiersOf(root, file)
    .filter((name) => drivers.some((driver) => isIn(name, driver)))
    .map((name) => `${file} imports ${name}: only ${driverFolder} may import drivers`);
}

function folderCycles(parent, edges) {
  const graph = new Map();
  for (const { from, to } of edges) {
    const [source, target] = [placeIn(parent, from), placeIn(parent, to)];
    if (!source || !target || source === target) continue;
    graph.set(source, [...(graph.get(source) ?? []), target]);
  }
  return cycles(graph).map((cycle) => `folders import each other: ${cycle.join(' -> ')}`);
}

/** Finds each cycle once, depth first. */
function cycles(graph) {
  const found = [];
  const done = new Set();
  const visit = (node, path) => {
    const start = path.indexOf(node);
    if (start >= 0) found.push([...path.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = findProblems(process.argv[2] ?? '.');
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
