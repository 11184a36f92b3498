// Adds up the JavaScript that the first page of the console loads, packed as browsers get it.
import { existsSync, readFileSync } from 'node:fs';

const mostBytes = 400 * 1024;

/** Throws where the page at `/` has become too large to be there within a second. */
export function checkFirstPage(folder) {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const files = new Set();
  const add = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  ['index.html', 'src/pages/overview/Overview.tsx'].forEach(add);
  const packed = [...files].filter((file) => existsSync(`${folder}/${file}.gz`));
  const bytes = packed.reduce((sum, file) => sum + readFileSync(`${folder}/${file}.gz`).length, 0);
  if (bytes > mostBytes) {
    throw new Error(
      `The first page loads ${bytes} bytes of packed JavaScript, more than ${mostBytes}: ${packed.join(', ')}`,
    );
  }
  return bytes;
}
