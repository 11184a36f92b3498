import { Sparkline } from '../../../parts/Sparkline.js';

/** A trend beside a figure; it needs two values to be one. */
export const Trend = ({ values }: { values: readonly number[] }) =>
  values.length < 2 ? null : (
    <span className="kpi-trend">
      <Sparkline values={values} width={80} height={28} />
    </span>
  );
