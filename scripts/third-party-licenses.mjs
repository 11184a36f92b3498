// Lists the third-party packages that come with the program, bundled or installed beside it, with their licenses.
// The build writes them to dist/THIRD_PARTY_LICENSES, and fails on a license that is not in the list below.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Licenses that ask for no more than their text, so that the program can be used and passed on by anyone. */
const suitable = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
]);

/** Licenses of packages that name theirs in a file only. */
const namedInFile = { 'png-js': 'MIT' };

/** Packages that `npm install` of the program adds on this platform. */
export function installedPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && existsSync(folder))
    .map(([folder]) => readPackage(folder));
}

/** Packages whose modules are in the bundles; each file is one that Vite has written (`build.license`). */
export function bundledPackages(...files) {
  const names = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
  return names.map(({ name }) => readPackage(join('node_modules', name)));
}

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = licenseFiles(folder).map((file) => readFileSync(file, 'utf8').trim());
  return { name, version, license: license ?? namedInFile[name] ?? 'unknown', texts };
}

/** Files such as LICENSE.md and NOTICE, also those in a folder that is called so. */
const licenseFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => /^(licen[cs]e|copying|notice)/i.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isFile() ? [path] : readdirSync(path).map((name) => join(path, name));
    });

/** The packages whose license is unknown or not suitable, one per line. */
export function licenseProblems(packages) {
  return packages
    .filter(({ license }) => !isSuitable(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`);
}

/** Of `(MIT OR CC0-1.0)`, one must be suitable; of `MIT AND ISC`, all. */
const isSuitable = (license) =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => suitable.has(name)));

/** All packages with their licenses, then each text once. */
export function formatLicenses(packages) {
  const byName = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  const ordered = [...byName].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  const namesByText = new Map();
  for (const [name, { texts }] of ordered) {
    for (const text of texts) namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  }
  return [
    'Farthing comes with these packages, each under the license of its authors.\n',
    ...ordered.map(([name, { license }]) => `${name}: ${license}`),
    ...[...namesByText].map(
      ([text, names]) => `\n${'-'.repeat(80)}\n${names.join(', ')}\n\n${text}`,
    ),
    '',
  ].join('\n');
}
