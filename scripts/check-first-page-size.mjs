// Counts the scripts that the first page of the console loads, and sums their compressed sizes.
import { existsSync, readFileSync } from 'node:fs';

const maxFiles = 12;
const maxBytes = 350_000;

/** The program, the frame with the first page, and its chart: chunks by their names in `web/vite.config.ts`. */
const loaded = ['index', 'first', 'charts'];

/** Throws when the page at `/` is too large to load within a second. */
export function checkFirstPageSize(folder) {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const files = new Set();
  const add = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  const keys = Object.keys(manifest);
  for (const name of loaded) add(keys.find((key) => manifest[key].name === name));
  const scripts = [...files].filter((file) => existsSync(`${folder}/${file}.br`));
  const bytes = scripts.reduce((sum, file) => sum + readFileSync(`${folder}/${file}.br`).length, 0);
  if (bytes > maxBytes || scripts.length > maxFiles) {
    throw new Error(
      `The first page loads ${scripts.length} scripts of ${bytes} bytes, compressed with Brotli; at most ${maxFiles} of ${maxBytes} bytes are allowed: ${scripts.join(', ')}`,
    );
  }
  return { files: scripts.length, bytes };
}
