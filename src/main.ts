import {
  ConfigError,
  describeConfig,
  readConfig,
  readFileVariables,
  settingFlags,
} from './platform/config.js';
import { version } from './platform/version.js';

// Whoever reads the output may close it early, as `head` does: nothing is left to do then.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

/** Separates the flags of settings (`--port 80`, `--port=80`) from the other arguments. */
function splitFlags(args: readonly string[]) {
  const flags: Record<string, string> = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name, inline] = args[index]!.replace(/^--/, '').split(/=(.*)/s, 2);
    const isSetting = args[index]!.startsWith('--') && settingFlags.includes(name!);
    if (!isSetting) rest.push(args[index]!);
    else if (inline !== undefined) flags[name!] = inline;
    else flags[name!] = args[(index += 1)] ?? '';
  }
  return { flags, rest };
}

/** Loaded only for what needs it: it is the whole program. */
const program = () => import('./cli/run.js');

async function main(): Promise<number> {
  const { flags, rest } = splitFlags(process.argv.slice(2));
  const [command] = rest;
  if (command === undefined || command === 'help' || rest.includes('--help')) {
    const { help } = await program();
    return help(rest.filter((argument) => argument !== 'help' && argument !== '--help'));
  }
  if (command === 'version' || command === '--version') return print([version]);
  readFileVariables(process.env);
  const config = readConfig(process.env, flags);
  if (command === 'config') return print(describeConfig(config));
  const { run } = await program();
  const isPortSet = (flags['port'] ?? process.env['FARTHING_PORT']) !== undefined;
  return run(config, rest, { isPortSet });
}

function print(lines: string[]): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return 0;
}

async function isExpected(error: unknown): Promise<boolean> {
  return error instanceof ConfigError || (await program()).isExpected(error);
}

try {
  process.exitCode = await main();
} catch (error) {
  const { message, stack = String(error) } = error as Error;
  const text = (await isExpected(error)) ? message : `Unexpected error: ${stack}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
