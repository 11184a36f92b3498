import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AutoETS, initSync } from '@bsull/augurs/ets';

let isReady = false;

/** The package is made for browsers, which fetch its code; here it is read from the installed file. */
function prepare(): void {
  if (isReady) return;
  const entry = createRequire(import.meta.url).resolve('@bsull/augurs/ets');
  initSync({ module: readFileSync(entry.replace(/\.js$/, '_bg.wasm')) });
  isReady = true;
}

/**
 * Forecasts by exponential smoothing with the trend that suits the values best: none, a steady or a
 * damped one. Undefined when none does. Multiplicative errors would take four times as long and make
 * no better forecasts.
 */
export function autoEts(values: Float64Array, steps: number): readonly number[] | undefined {
  prepare();
  const model = new AutoETS(1, 'AZN');
  try {
    model.fit(values);
    const { point } = model.predict(steps);
    return point.every(Number.isFinite) ? point : undefined;
  } catch {
    return undefined;
  } finally {
    model.free();
  }
}
