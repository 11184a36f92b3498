import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { z } from 'zod';
import type { ComparedPrices } from '../api/prices/prices.js';
import {
  importPrices,
  OutdatedPriceList,
  readPriceLists,
} from '../domain/optimise/prices/index.js';
import { formatDate } from '../platform/lib/time.js';
import { type Ask, askApp } from './ask.js';
import {
  type Command,
  type CommandEnvironment,
  CommandFailure,
  type CommandInput,
  UsageError,
} from './command.js';
import { missingFiles } from './import-command.js';
import { priceTable } from './price-table.js';

const importPricesCommand: Command = {
  name: 'prices import',
  usage: 'prices import FILE…',
  summary:
    'Import price lists of AWS, Azure or Google Cloud, which replace the shipped examples; pages of one list belong together',
  run: async ({ app, positionals, cwd, print, showProgress, signal }) => {
    if (positionals.length === 0) throw missingFiles();
    const { services, clock } = app;
    const paths = positionals.map((path) => (isAbsolute(path) ? path : join(cwd, path)));
    const folder = join(services.workFolder, `prices-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    try {
      let outdated = 0;
      for (const { format, files } of await readPriceLists(paths, folder)) {
        const names = files.map(({ name }) => name).join(', ');
        showProgress(`Reading ${names}`);
        try {
          const result = await importPrices(services, format, files, { now: clock(), signal });
          print(
            `${names}: ${format.title} of ${formatDate(result.publishedAt)}, ${result.priceCount} prices imported.`,
          );
          for (const warning of result.warnings) print(`  ${warning}`);
        } catch (error) {
          // Lists that follow may be of other services.
          if (!(error instanceof OutdatedPriceList)) throw error;
          outdated += 1;
          print(`${names}: ${error.message}`);
        }
      }
      if (outdated > 0) {
        const lists = outdated === 1 ? '1 price list was' : `${outdated} price lists were`;
        throw new CommandFailure(`${lists} not imported.`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const pricesCommand: Command = {
  name: 'prices',
  usage: 'prices NAME [--region REGION] [--json]',
  summary:
    'Show list prices on demand beside commitments; those of 2025-01-01 are shipped examples, not a current price list',
  printsData: true,
  options: { region: { type: 'string' }, json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printPrices(askApp(app, signal), input),
};

type PricesInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

const maxRows = 100;

async function printPrices(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: PricesInput,
): Promise<void> {
  const [name, extra] = positionals;
  if (name === undefined) throw new UsageError('Specify a name, such as m5.large.');
  if (extra !== undefined) throw new UsageError(`Unexpected argument ${extra}.`);
  const region = flags['region'];
  const query = new URLSearchParams({
    name,
    limit: String(maxRows),
    ...(typeof region === 'string' ? { region } : {}),
  });
  const answer = (await ask('/v2/prices', query)) as z.output<typeof ComparedPrices>;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  priceTable(answer, screen).forEach((line) => print(line));
}

/** The longer name first, because commands are found by how the arguments begin. */
export const pricesCommands = [importPricesCommand, pricesCommand];
