// Compiles src/ to build/ and bundles that to dist/, because a program of many files takes long to load. Adds
// migrations, fonts and a new database, and builds web/ to dist/web.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { checkFirstPageSize } from './check-first-page-size.mjs';
import { compileIfStale, copyAssets } from './compile.mjs';
import { generateClient } from './generate-client.mjs';
import {
  bundledPackages,
  formatLicenses,
  installedPackages,
  licenseProblems,
} from './third-party-licenses.mjs';

// Tests run in another mode, in which the console would be built for development.
process.env.NODE_ENV = 'production';

/** Lists of the packages in the two bundles, which Vite writes. */
const bundledInServer = 'bundled-packages.json';
const bundledInConsole = '.vite/bundled-packages.json';

/** Stands for the folder of the bundle, until it is known in which of its files a module ends up. */
const bundleFolder = '__bundle_folder__';

/** Bundled modules find their files as if each module were still in its own folder. */
const ownFolders = {
  name: 'own-folders',
  transform(code, id) {
    const path = relative(resolve('build'), id);
    if (path.startsWith('..')) return undefined;
    const url = `new URL(${JSON.stringify(path)}, ${bundleFolder}).href`;
    return { code: code.replaceAll('import.meta.url', url), map: null };
  },
  renderChunk(code, { fileName }) {
    const folder = relative(dirname(fileName), '.') || '.';
    const url = `new URL(${JSON.stringify(`${folder}/`)}, import.meta.url)`;
    return { code: code.replaceAll(bundleFolder, url), map: null };
  },
};

/** Worker threads, each a program of its own that is found beside the module that starts it. */
const workers = Object.fromEntries(
  [
    'domain/billing/invoices/pdf/worker',
    'domain/reports/dashboard-files/worker',
    'domain/reports/forecast/worker',
  ].map((name) => [name, `build/${name}.js`]),
);

rmSync('dist', { recursive: true, force: true });
await generateClient();
// In a process of its own, while the other core bundles.
const compiling = compileIfStale();
await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [ownFolders],
  // Libraries of a hundred small modules, which take longer to find than to run.
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    license: { fileName: bundledInServer },
    rolldownOptions: {
      input: {
        farthing: 'build/farthing.js',
        main: 'build/main.js',
        ...workers,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
chmodSync('dist/farthing.js', 0o755);

await compiling;
copyAssets('dist');
// Whoever installs the package needs it, too.
cpSync('deploy/farthing.service', 'dist/farthing.service');

execFileSync('npx', ['--no-install', 'vite', 'build', '--config', 'web/vite.config.ts'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
writeLicenses();
// The font's licence must go with it.
cpSync('node_modules/@fontsource-variable/inter/LICENSE', 'dist/web/inter-LICENSE');
// Compressed once here instead of on every request; fonts are compressed by themselves.
for (const name of readdirSync('dist/web/assets').filter((each) => !each.endsWith('.woff2'))) {
  const content = readFileSync(`dist/web/assets/${name}`);
  writeFileSync(`dist/web/assets/${name}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`dist/web/assets/${name}.br`, brotliCompressSync(content));
}
// Benchmarks and tests open the server in their own process, from build/.
cpSync('dist/web', 'build/web', { recursive: true });
checkFirstPageSize('dist/web');

function writeLicenses() {
  const bundled = bundledPackages(`dist/${bundledInServer}`, `dist/web/${bundledInConsole}`);
  rmSync(`dist/${bundledInServer}`);
  const packages = [...bundled, ...installedPackages()];
  const problems = licenseProblems(packages);
  if (problems.length > 0) throw new Error(`Unsuitable licenses:\n${problems.join('\n')}`);
  writeFileSync('dist/THIRD_PARTY_LICENSES', formatLicenses(packages));
}
