// Loaded into a server before its own code: a library that throws in a callback, as soon as an export is written.
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { mkdtemp } = files;
files.mkdtemp = (prefix, ...rest) => {
  if (!prefix.endsWith('export-')) return mkdtemp(prefix, ...rest);
  setImmediate(() => {
    throw new Error('thrown by a library');
  });
  return new Promise(() => {});
};
syncBuiltinESMExports();
