import { clientFor, testApp } from './harness.js';

/** The metrics of the shared app, as Prometheus reads them. */
export async function metricsText(): Promise<string> {
  const { body } = await clientFor(await testApp(), undefined).get('/metrics');
  return body;
}

/** The sum of all series of a metric that have these labels; undefined if there are none. */
export async function readMetric(
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const values = (await metricsText())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) =>
      Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    )
    .map((line) => Number(line.split(' ').at(-1)));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** By how much a metric rises while something happens. */
export async function riseOf(
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = (await readMetric(name, labels)) ?? 0;
  await work();
  return ((await readMetric(name, labels)) ?? 0) - before;
}
