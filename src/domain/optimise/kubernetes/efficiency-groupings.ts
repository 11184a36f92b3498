import { z } from 'zod';

/** What efficiency figures can be grouped by, besides one label. */
const plainGroupings = [
  'cluster_id',
  'namespace',
  'region',
  'labeled',
  'category',
  'pod',
  'label',
] as const;

/** Additional groupings of the console and the command line: what runs the pods, and where. */
const workloadGroupings = ['controller', 'node'] as const;

const defaultGroupings = ['cluster_id'];

const maxGroupings = 10;

/** One dimension of efficiency figures. */
export type EfficiencyGrouping =
  | (typeof plainGroupings)[number]
  | (typeof workloadGroupings)[number]
  | { label: string };

/** Parses the name of a grouping; undefined if there is no such grouping. */
export function parseGrouping(name: string): EfficiencyGrouping | undefined {
  const label = /^label:(.+)$/s.exec(name)?.[1];
  if (label !== undefined) return { label };
  return [...plainGroupings, ...workloadGroupings].find((grouping) => grouping === name);
}

/** Groupings of a report or export; without any, the default applies. */
export const groupingNames = () =>
  z
    .array(z.string())
    .max(maxGroupings)
    .superRefine((names, check) => {
      const unknown = names.find((name) => parseGrouping(name) === undefined || /,/.test(name));
      const repeated = names.find((name, index) => names.indexOf(name) !== index);
      if (unknown !== undefined) {
        check.addIssue({ code: 'custom', message: `does not have a valid value: ${unknown}` });
      } else if (repeated !== undefined) {
        check.addIssue({ code: 'custom', message: `names ${repeated} twice` });
      }
    })
    .describe(
      'cluster_id, namespace, region, labeled, category, pod, label, label:<name>, controller or node.',
    );

/** The given groupings, or the default where there are none. */
export const groupingsOrDefault = (names: readonly string[] | undefined): readonly string[] =>
  names === undefined || names.length === 0 ? defaultGroupings : names;
