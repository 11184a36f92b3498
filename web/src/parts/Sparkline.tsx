interface SparklineProps {
  values: readonly number[];
  colour?: string;
  width?: number;
  height?: number;
}

/** A table has a line per row and a value per day, for which `toFixed` takes too long. */
const toTenths = (value: number) => Math.round(value * 10) / 10;

/** A trend line in the size of a word. */
export function Sparkline({
  values,
  colour = 'currentColor',
  width = 96,
  height = 20,
}: SparklineProps) {
  const max = Math.max(0, ...values);
  const min = Math.min(0, ...values);
  const span = max - min || 1;
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = height - 1 - ((value - min) / span) * (height - 2);
    return `${toTenths(index * step)},${toTenths(y)}`;
  });
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="sparkline"
      aria-hidden
    >
      <polyline points={points.join(' ')} fill="none" stroke={colour} strokeWidth={1.5} />
    </svg>
  );
}
