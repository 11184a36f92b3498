import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));

/** An exported function or class, with the doc comment right above it. */
const exported =
  /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export (?:async )?(?:function|class|const) (\w+)[^\n]*/g;

const isCallable = (text: string) => /^export (async )?(function|class)|= [<(]/.test(text);

test.each(files)('every function that %s exports has a doc comment with an example', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const undocumented = [...text.matchAll(exported)]
    .filter(([whole, comment]) => isCallable(whole.slice(comment?.length ?? 0)))
    .filter(([, comment]) => !comment?.includes('@example'))
    .map(([, , exportedName]) => exportedName);
  expect(undocumented).toEqual([]);
});
