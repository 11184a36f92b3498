import { resolve } from 'node:path';
import { z } from 'zod';
import { secretPattern } from './lib/secrets.js';

/** A setting that cannot be used; the message is shown as it is. */
export class ConfigError extends Error {}

interface Setting {
  /** Environment variable. */
  env: string;
  /** Command-line flag, without the dashes. */
  flag?: string;
  schema: z.ZodType;
  help: string;
  secret?: boolean;
}

const setting = <Schema extends z.ZodType>(
  env: string,
  schema: Schema,
  help: string,
  more: { flag?: string; secret?: boolean } = {},
) => ({ env, schema, help, ...more });

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(least, { error: `must be at least ${least}` })
    .max(most, { error: `must be at most ${most}` });

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1');

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const urlOf = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  });

const mebibyte = 2 ** 20;

export const settings = {
  data: setting(
    'FARTHING_DATA',
    z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
    'Folder of the embedded engines and files.',
    { flag: 'data' },
  ),
  host: setting('FARTHING_HOST', z.string().min(1).default('127.0.0.1'), 'Address to listen on.', {
    flag: 'host',
  }),
  port: setting(
    'FARTHING_PORT',
    wholeNumber(0, 65_535).default(8080),
    'Port to listen on; 0 takes a free one.',
    { flag: 'port' },
  ),
  publicUrl: setting(
    'FARTHING_PUBLIC_URL',
    urlOf('http:', 'https:')
      .transform((url) => new URL(url).origin)
      .optional(),
    'Origin that users and clients see; links are built from it.',
    { flag: 'public-url' },
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    urlOf('postgres:', 'postgresql:').optional(),
    'PostgreSQL instead of the embedded engine.',
    { secret: true },
  ),
  clickhouseUrl: setting(
    'CLICKHOUSE_URL',
    urlOf('http:', 'https:').optional(),
    'ClickHouse instead of the embedded engine.',
    { secret: true },
  ),
  clickhouseCluster: setting(
    'CLICKHOUSE_CLUSTER',
    z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be a cluster name' })
      .optional(),
    'Name of the ClickHouse cluster to spread tables over.',
  ),
  filesUrl: setting(
    'FILES_URL',
    urlOf('s3:').optional(),
    'S3-compatible bucket for files: s3://bucket/prefix?endpoint=…&region=….',
    { secret: true },
  ),
  roles: setting(
    'FARTHING_ROLES',
    list
      .pipe(z.array(z.enum(['api', 'worker'], { error: 'knows the roles api and worker' })).min(1))
      .default(['api', 'worker']),
    'What this process does: api, worker.',
    { flag: 'roles' },
  ),
  bootstrapToken: setting(
    'FARTHING_BOOTSTRAP_TOKEN',
    z
      .string()
      .regex(secretPattern, { error: 'must be vntg_tkn_ and 40 lower-case hexadecimal digits' })
      .optional(),
    'Token of the first owner, taken while the installation is empty.',
    { secret: true },
  ),
  ownerEmail: setting(
    'FARTHING_OWNER_EMAIL',
    z.email({ error: 'must be an email address' }).default('owner@farthing.local'),
    'Email address of the first owner.',
  ),
  secretKey: setting(
    'FARTHING_SECRET_KEY',
    z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    'Encrypts stored credentials; needed by copies that share a database. Without it, a key is kept in the data folder.',
    { secret: true },
  ),
  rateLimit: setting(
    'FARTHING_RATE_LIMIT',
    wholeNumber(0, 10_000_000).default(6000),
    'Requests a minute per credential; 0 turns the limit off.',
  ),
  maxJsonBytes: setting(
    'FARTHING_MAX_JSON_BYTES',
    wholeNumber(1024, 1024 * mebibyte).default(10 * mebibyte),
    'Largest JSON body.',
  ),
  maxCsvBytes: setting(
    'FARTHING_MAX_CSV_BYTES',
    wholeNumber(1024, 1024 * mebibyte).default(100 * mebibyte),
    'Largest CSV upload.',
  ),
  maxImportBytes: setting(
    'FARTHING_MAX_IMPORT_BYTES',
    wholeNumber(1024, 1024 ** 2 * mebibyte).default(10 * 1024 * mebibyte),
    'Largest bill that is taken over HTTP.',
  ),
  maxVirtualTags: setting(
    'FARTHING_MAX_VIRTUAL_TAGS',
    wholeNumber(1, 10_000).default(50),
    'Most virtual tags of an account.',
  ),
  maxVirtualTagValues: setting(
    'FARTHING_MAX_VIRTUAL_TAG_VALUES',
    wholeNumber(1, 10_000).default(100),
    'Most values of a virtual tag.',
  ),
  importFolder: setting(
    'FARTHING_IMPORT_FOLDER',
    z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    'Folder in which file:// locations of integrations must lie; without it there are none.',
  ),
  trustedProxies: setting(
    'FARTHING_TRUSTED_PROXIES',
    list.default([]),
    'Addresses or networks whose X-Forwarded headers count.',
  ),
  corsOrigins: setting(
    'FARTHING_CORS_ORIGINS',
    list.default([]),
    'Origins that may call the API from a browser.',
  ),
  openDescription: setting(
    'FARTHING_OPEN_DESCRIPTION',
    flag.default(false),
    'Serve the API description without a credential.',
  ),
  metrics: setting('FARTHING_METRICS', flag.default(false), 'Serve /metrics in Prometheus form.'),
  logLevel: setting(
    'FARTHING_LOG_LEVEL',
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
    'Least important level that is logged.',
    { flag: 'log-level' },
  ),
  shutdownSeconds: setting(
    'FARTHING_SHUTDOWN_SECONDS',
    wholeNumber(1, 600).default(20),
    'How long requests in flight may take to finish at the end.',
  ),
  auditMonths: setting(
    'FARTHING_AUDIT_MONTHS',
    wholeNumber(1, 1200).default(24),
    'How long audit entries are kept.',
  ),
} satisfies Record<string, Setting>;

type Settings = typeof settings;
export type Config = Readonly<{ [Name in keyof Settings]: z.output<Settings[Name]['schema']> }>;

type Environment = Record<string, string | undefined>;

/** Flags over environment over defaults, checked whole; the first fault stops the start. */
export function readConfig(
  env: Environment,
  flags: Record<string, string | undefined> = {},
): Config {
  refuseUnknown(env);
  const config: Record<string, unknown> = {};
  for (const [name, { schema, ...names }] of Object.entries(settings) as [string, Setting][]) {
    const given = (names.flag && flags[names.flag]) ?? env[names.env];
    const result = schema.safeParse(given === '' ? undefined : given);
    if (!result.success) {
      const source = names.flag && flags[names.flag] !== undefined ? `--${names.flag}` : names.env;
      throw new ConfigError(`${source} ${result.error.issues[0]!.message}.`);
    }
    config[name] = result.data;
  }
  return Object.freeze(config) as Config;
}

/** Settings of the command line when it talks to a running server. */
const clientSettings = ['FARTHING_URL', 'FARTHING_TOKEN'];

function refuseUnknown(env: Environment): void {
  const known = new Set([
    ...Object.values(settings).map(({ env: name }) => name),
    ...clientSettings,
  ]);
  const unknown = Object.keys(env).find((name) => name.startsWith('FARTHING_') && !known.has(name));
  if (unknown) throw new ConfigError(`${unknown} is not a setting; "farthing config" lists them.`);
}

/** Lines for a person: every setting with its value, secrets hidden. */
export function describeConfig(config: Config): string[] {
  return Object.entries(settings).map(([name, { env, help, ...more }]) => {
    const value = config[name as keyof Config];
    const shown =
      value === undefined
        ? '(not set)'
        : 'secret' in more
          ? hide(String(value))
          : String(value) || '(none)';
    return `${env.padEnd(28)} ${shown.padEnd(28)} ${help}`;
  });
}

// A URL keeps its host, so that one sees which server is meant; everything else is hidden whole.
function hide(value: string): string {
  return URL.canParse(value) && new URL(value).host
    ? `${new URL(value).protocol}//***@${new URL(value).host}`
    : '***';
}
