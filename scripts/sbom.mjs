// Prints the software bill of materials (CycloneDX) of what is installed and bundled, after a build:
//   node scripts/sbom.mjs > sbom.cdx.json
// `npm sbom` by itself lists all packages of the checkout, or leaves out those that the bundles hold.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The part of a bill that is about some packages, each named as `name@version`. */
export function onlyPackages(bill, name, packages) {
  const kept = new Set(packages);
  const root = bill.metadata.component;
  kept.add(root['bom-ref']);
  return {
    ...bill,
    // npm takes the name of the folder for that of the package.
    metadata: { ...bill.metadata, component: { ...root, name } },
    components: bill.components.filter((each) => kept.has(each['bom-ref'])).map(asShipped),
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => kept.has(each)),
      })),
  };
}

/** Bundled packages are needed by the build only, as npm sees it, but they are shipped. */
const asShipped = ({ properties, ...component }) => ({
  ...component,
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
});

/** The packages that dist/THIRD_PARTY_LICENSES lists, as `name@version`. */
export const listedPackages = (text) =>
  [...text.matchAll(/^(@?[\w./-]+) (\d\S*): /gm)].map(([, name, version]) => `${name}@${version}`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    maxBuffer: 2 ** 27,
  });
  const listed = listedPackages(readFileSync('dist/THIRD_PARTY_LICENSES', 'utf8'));
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  const bill = onlyPackages(JSON.parse(output.toString()), name, listed);
  const described = new Set(bill.components.map((each) => each['bom-ref']));
  const missing = listed.filter((each) => !described.has(each));
  if (missing.length > 0) throw new Error(`npm does not know ${missing.join(', ')}.`);
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
}
