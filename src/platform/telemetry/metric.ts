/** A metric, declared as data beside what it counts. Labels have few values, and none names an account or an object. */
export type Metric<Label extends string = string> =
  | Counter<Label>
  | Histogram<Label>
  | Gauge<Label>;

interface Named<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
}

export interface Counter<Label extends string = string> extends Named<Label> {
  type: 'counter';
}

export interface Histogram<Label extends string = string> extends Named<Label> {
  type: 'histogram';
  /** Upper bounds in seconds. */
  buckets: readonly number[];
}

export interface Gauge<Label extends string = string> extends Named<Label> {
  type: 'gauge';
}

export type Labels<Label extends string> = Readonly<Record<Label, string>>;

type Declaration<Label extends string> = Omit<Named<Label>, 'labels'> & {
  labels?: readonly Label[];
};

/** Counts events; its name ends with `_total`. */
export const counter = <Label extends string = never>({
  labels = [],
  ...rest
}: Declaration<Label>): Counter<Label> => ({ type: 'counter', labels, ...rest });

/** A value that rises and falls. */
export const gauge = <Label extends string = never>({
  labels = [],
  ...rest
}: Declaration<Label>): Gauge<Label> => ({ type: 'gauge', labels, ...rest });

/** How long something takes that someone waits for; its name ends with `_seconds`. */
export const shortDuration = <Label extends string = never>({
  labels = [],
  ...rest
}: Declaration<Label>): Histogram<Label> => ({
  type: 'histogram',
  labels,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ...rest,
});

/** How long work in the background takes; its name ends with `_seconds`. */
export const longDuration = <Label extends string = never>({
  labels = [],
  ...rest
}: Declaration<Label>): Histogram<Label> => ({
  type: 'histogram',
  labels,
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
  ...rest,
});

/** The value of a metric for some labels, as it is when the metrics are read. */
export interface Sample {
  metric: Counter | Gauge;
  labels: Labels<string>;
  value: number;
}

export const sample = <Label extends string>(
  metric: Counter<Label> | Gauge<Label>,
  labels: Labels<Label>,
  value: number,
): Sample => ({ metric, labels, value });

/** Metrics that are not counted as things happen but measured when they are read, together. */
export interface Measurement<Source> {
  metrics: readonly (Counter | Gauge)[];
  read(source: Source): Promise<readonly Sample[]>;
}
