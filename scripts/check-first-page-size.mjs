// Sums the compressed JavaScript that the first page of the console loads.
import { existsSync, readFileSync } from 'node:fs';

const maxBytes = 400 * 1024;

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
  ['index.html', 'src/pages/overview/Overview.tsx'].forEach(add);
  const compressed = [...files].filter((file) => existsSync(`${folder}/${file}.gz`));
  const bytes = compressed.reduce(
    (sum, file) => sum + readFileSync(`${folder}/${file}.gz`).length,
    0,
  );
  if (bytes > maxBytes) {
    throw new Error(
      `The first page loads ${bytes} bytes of compressed JavaScript, more than ${maxBytes}: ${compressed.join(', ')}`,
    );
  }
  return bytes;
}
