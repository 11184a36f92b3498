import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { secretPattern } from './lib/secrets.js';
import { isNetwork } from './outbound/address-policy.js';

/** An invalid setting; the message is shown to the operator as it is. */
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

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });

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

const settings = {
  data: setting(
    'FARTHING_DATA',
    z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
    'Data folder of the embedded databases and files.',
    { flag: 'data' },
  ),
  host: setting('FARTHING_HOST', z.string().min(1).default('127.0.0.1'), 'Address to listen on.', {
    flag: 'host',
  }),
  port: setting(
    'FARTHING_PORT',
    wholeNumber(0, 65_535).default(8080),
    'Port to listen on; 0 picks a free one.',
    { flag: 'port' },
  ),
  publicUrl: setting(
    'FARTHING_PUBLIC_URL',
    urlOf('http:', 'https:')
      .transform((url) => new URL(url).origin)
      .optional(),
    'Public origin, which links are built from.',
    { flag: 'public-url' },
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    urlOf('postgres:', 'postgresql:').optional(),
    'PostgreSQL server to use instead of the embedded database.',
    { secret: true },
  ),
  clickhouseUrl: setting(
    'CLICKHOUSE_URL',
    urlOf('http:', 'https:').optional(),
    'ClickHouse server to use instead of the embedded database.',
    { secret: true },
  ),
  clickhouseCluster: setting(
    'CLICKHOUSE_CLUSTER',
    z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be a cluster name' })
      .optional(),
    'ClickHouse cluster on which tables are created.',
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
      .pipe(z.array(z.enum(['api', 'worker'], { error: 'must be api, worker or both' })).min(1))
      .default(['api', 'worker']),
    'Roles of this process: api, worker.',
    { flag: 'roles' },
  ),
  healthPort: setting(
    'FARTHING_HEALTH_PORT',
    wholeNumber(0, 65_535).optional(),
    'Port on which a process without the role api serves /healthz, /readyz and /metrics; it listens on none by default.',
  ),
  bootstrapToken: setting(
    'FARTHING_BOOTSTRAP_TOKEN',
    z
      .string()
      .regex(secretPattern, {
        error: 'must be vntg_tkn_ followed by 40 lowercase hexadecimal digits',
      })
      .optional(),
    'API token of the first owner, used only when the installation is empty.',
    { secret: true },
  ),
  ownerEmail: setting(
    'FARTHING_OWNER_EMAIL',
    z.email({ error: 'must be an email address' }).default('owner@farthing.local'),
    'Email address of the first owner.',
  ),
  secretKey: setting(
    'FARTHING_SECRET_KEY',
    z.string().min(32, { error: 'must be at least 32 characters' }).optional(),
    'Key that encrypts stored credentials and signs links; the same for all copies of a server. Generated in the data folder unless all stores are servers.',
    { secret: true },
  ),
  backupTarget: setting(
    'FARTHING_BACKUP_TARGET',
    z
      .string()
      .refine((value) => /^(s3:\/\/.|\/)/.test(value) && !value.endsWith('.tar'), {
        error: 'must be the absolute path of a folder, or s3://bucket/prefix',
      })
      .optional(),
    'Folder or bucket that backups are written to by schedule.',
  ),
  backupSchedule: setting(
    'FARTHING_BACKUP_SCHEDULE',
    z
      .string()
      .regex(/^([\d*/,-]+ ){4}[\d*/,-]+$/, {
        error: 'must be a cron schedule such as "30 1 * * *"',
      })
      .default('30 1 * * *'),
    'When backups are made, as a cron schedule in UTC.',
  ),
  backupKeep: setting(
    'FARTHING_BACKUP_KEEP',
    wholeNumber(1, 10_000).default(14),
    'Backups to keep in the target; older ones are deleted after each scheduled backup.',
  ),
  backupPassphrase: setting(
    'FARTHING_BACKUP_PASSPHRASE',
    z.string().min(12, { error: 'must be at least 12 characters' }).optional(),
    'Passphrase that backups are encrypted with.',
    { secret: true },
  ),
  rateLimit: setting(
    'FARTHING_RATE_LIMIT',
    wholeNumber(0, 10_000_000).default(6000),
    'Requests per minute and credential; 0 disables the limit.',
  ),
  querySeconds: setting(
    'FARTHING_QUERY_SECONDS',
    wholeNumber(5, 3600).default(28),
    'Seconds that a request for data may take. Most clients and proxies wait 30.',
  ),
  maxJsonBytes: setting(
    'FARTHING_MAX_JSON_BYTES',
    wholeNumber(1024, 1024 * mebibyte).default(10 * mebibyte),
    'Maximum size of a JSON body.',
  ),
  maxCsvBytes: setting(
    'FARTHING_MAX_CSV_BYTES',
    wholeNumber(1024, 1024 * mebibyte).default(100 * mebibyte),
    'Maximum size of a CSV upload.',
  ),
  maxImportBytes: setting(
    'FARTHING_MAX_IMPORT_BYTES',
    wholeNumber(1024, 1024 ** 2 * mebibyte).default(10 * 1024 * mebibyte),
    'Maximum size of a bill uploaded over HTTP.',
  ),
  maxVirtualTags: setting(
    'FARTHING_MAX_VIRTUAL_TAGS',
    wholeNumber(1, 10_000).default(50),
    'Maximum number of virtual tags per account.',
  ),
  maxVirtualTagValues: setting(
    'FARTHING_MAX_VIRTUAL_TAG_VALUES',
    wholeNumber(1, 10_000).default(100),
    'Maximum number of values per virtual tag.',
  ),
  importFolder: setting(
    'FARTHING_IMPORT_FOLDER',
    z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    'Folder that file:// locations of integrations must be in; they are disabled by default.',
  ),
  priceUploads: setting(
    'FARTHING_PRICE_UPLOADS',
    flag.default(false),
    'Price lists among the files of integrations change the prices that all accounts share; otherwise only "farthing prices import" does.',
  ),
  outboundNetworks: setting(
    'FARTHING_OUTBOUND_NETWORKS',
    list
      .refine((networks) => networks.every(isNetwork), {
        error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
      })
      .default([]),
    'Private addresses or networks that bills and metrics may be read from and messages sent to; others are refused.',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    urlOf('smtp:', 'smtps:').optional(),
    'Mail server that alerts are sent through, such as smtp://host:587, with name and password.',
    { secret: true },
  ),
  mailFrom: setting(
    'FARTHING_MAIL_FROM',
    z
      .string()
      .refine((value) => !/[\r\n]/.test(value) && value.includes('@'), {
        error: 'must be an email address',
      })
      .default('Farthing <farthing@localhost>'),
    'Sender of e-mails.',
  ),
  trustedProxies: setting(
    'FARTHING_TRUSTED_PROXIES',
    list.default([]),
    'Addresses or networks whose X-Forwarded headers are trusted.',
  ),
  corsOrigins: setting(
    'FARTHING_CORS_ORIGINS',
    list.default([]),
    'Origins that may call the API from a browser.',
  ),
  metrics: setting(
    'FARTHING_METRICS',
    flag.default(false),
    'Serve Prometheus metrics at /metrics.',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    urlOf('http:', 'https:').optional(),
    'Collector of OpenTelemetry that traces and metrics are sent to, over HTTP.',
    { secret: true },
  ),
  logLevel: setting(
    'FARTHING_LOG_LEVEL',
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
    'Minimum log level.',
    { flag: 'log-level' },
  ),
  logFormat: setting(
    'FARTHING_LOG_FORMAT',
    z
      .enum(['json', 'text'], { error: 'must be json or text' })
      .default(process.stderr.isTTY ? 'text' : 'json'),
    'Log lines for programs (json) or people (text, the default on a terminal).',
  ),
  drainSeconds: setting(
    'FARTHING_DRAIN_SECONDS',
    wholeNumber(0, 600).default(0),
    'Seconds between failing /readyz and closing the port when the server is stopped, for load balancers to notice.',
  ),
  shutdownSeconds: setting(
    'FARTHING_SHUTDOWN_SECONDS',
    wholeNumber(1, 600).default(20),
    'Seconds that requests in flight may take to finish during shutdown.',
  ),
  auditMonths: setting(
    'FARTHING_AUDIT_MONTHS',
    wholeNumber(1, 1200).default(24),
    'Months that audit entries are kept.',
  ),
  flowDays: setting(
    'FARTHING_FLOW_DAYS',
    wholeNumber(1, 400).default(7),
    'Complete days that network flows are kept.',
  ),
  flowSampling: setting(
    'FARTHING_FLOW_SAMPLING',
    z.coerce
      .number({ error: 'must be a number' })
      .min(0.01, { error: 'must be at least 0.01' })
      .max(100, { error: 'must be at most 100' })
      .default(100),
    'Percentage of the records of flow logs to read; figures are scaled up accordingly.',
  ),
  flowReverseDns: setting(
    'FARTHING_FLOW_REVERSE_DNS',
    flag.default(false),
    'Look up the names of public addresses in flow logs with the DNS resolver of the server.',
  ),
  msp: setting(
    'FARTHING_MSP',
    flag.default(true),
    'Managed accounts, billing rules and invoices; without them their lists are empty.',
  ),
  maxCustomRules: setting(
    'FARTHING_MAX_CUSTOM_RULES',
    wholeNumber(0, 10_000).default(20),
    'Billing rules of the type custom per account.',
  ),
} satisfies Record<string, Setting>;

/** Settings that are also flags of the command line, by the name of the flag. */
export const settingFlags: readonly string[] = Object.values(settings).flatMap(
  (each: Setting) => each.flag ?? [],
);

type Settings = typeof settings;
export type Config = Readonly<{ [Name in keyof Settings]: z.output<Settings[Name]['schema']> }>;

type Environment = Record<string, string | undefined>;

/** Variables that are no settings: how the command line reaches a remote server, and the keys of a bucket. */
const otherVariables = [
  'FARTHING_URL',
  'FARTHING_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
];

/**
 * Replaces variables that name a file by its content: `DATABASE_URL_FILE=/run/secrets/database` becomes
 * `DATABASE_URL`. Secrets that are mounted as files need not be in the environment that a container is started with.
 */
export function readFileVariables(env: Environment): void {
  for (const name of [...Object.values(settings).map((each) => each.env), ...otherVariables]) {
    const fileVariable = `${name}_FILE`;
    const path = env[fileVariable];
    if (!path) continue;
    if (env[name]) throw new ConfigError(`Set ${name} or ${fileVariable}, not both.`);
    env[name] = readValue(fileVariable, path);
    delete env[fileVariable];
  }
}

/** Editors and `echo` end a file with a line break, which no setting has. */
function readValue(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name} names ${path}, which cannot be read (${code}).`);
  }
}

/** Reads and validates all settings: flags take precedence over the environment, then defaults apply. */
export function readConfig(
  env: Environment,
  flags: Record<string, string | undefined> = {},
): Config {
  requireKnownVariables(env);
  const config: Record<string, unknown> = {};
  for (const [name, { schema, ...names }] of Object.entries(settings) as [string, Setting][]) {
    const value = (names.flag && flags[names.flag]) ?? env[names.env];
    const result = schema.safeParse(value === '' ? undefined : value);
    if (!result.success) {
      const source = names.flag && flags[names.flag] !== undefined ? `--${names.flag}` : names.env;
      throw new ConfigError(`${source} ${result.error.issues[0]!.message}.`);
    }
    config[name] = result.data;
  }
  return Object.freeze(config) as Config;
}

function requireKnownVariables(env: Environment): void {
  const known = new Set([
    ...Object.values(settings).map(({ env: name }) => name),
    ...otherVariables,
  ]);
  const unknown = Object.keys(env).find((name) => name.startsWith('FARTHING_') && !known.has(name));
  if (unknown) throw new ConfigError(`${unknown} is not a setting; "farthing config" lists them.`);
}

/** Formats every setting with its value, one per line; secrets are hidden. */
export function describeConfig(config: Config): string[] {
  return Object.entries(settings).map(([name, { env, help, ...more }]) => {
    const value = config[name as keyof Config];
    const text =
      value === undefined
        ? '(not set)'
        : 'secret' in more
          ? hide(String(value))
          : String(value) || '(none)';
    return `${env.padEnd(28)} ${text.padEnd(28)} ${help}`;
  });
}

// A URL keeps its host, so that the operator can see which server it is.
function hide(value: string): string {
  return URL.canParse(value) && new URL(value).host
    ? `${new URL(value).protocol}//***@${new URL(value).host}`
    : '***';
}
