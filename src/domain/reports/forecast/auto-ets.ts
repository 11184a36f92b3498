import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AutoETS, initSync } from '@bsull/augurs/ets';

let isLoaded = false;

/** The package targets browsers, which fetch its WebAssembly; here it is read from the installed file. */
function loadWebAssembly(): void {
  if (isLoaded) return;
  const entry = createRequire(import.meta.url).resolve('@bsull/augurs/ets');
  initSync({ module: readFileSync(entry.replace(/\.js$/, '_bg.wasm')) });
  isLoaded = true;
}

/**
 * Forecasts by exponential smoothing with the best-fitting trend: none, linear or damped. Undefined
 * when no model fits. Multiplicative errors would take four times as long without better forecasts.
 */
export function autoEts(values: Float64Array, steps: number): readonly number[] | undefined {
  loadWebAssembly();
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
