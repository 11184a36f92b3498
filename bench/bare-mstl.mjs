// The library without preprocessing: MSTL with AutoETS and a weekly season.
import { readFileSync } from 'node:fs';
import { MSTL, initSync } from '@bsull/augurs/mstl';

const entry = new URL(import.meta.resolve('@bsull/augurs/mstl'));
initSync({ module: readFileSync(new URL('mstl_bg.wasm', entry)) });

export function bareMstl(values, days) {
  const model = MSTL.ets([7], {});
  try {
    model.fit(values);
    return Float64Array.from(model.predict(days).point);
  } finally {
    model.free();
  }
}
