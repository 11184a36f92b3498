import { version } from '../version.js';
import { type Measurement, gauge, sample } from './metric.js';

const info = gauge({
  name: 'farthing_info',
  help: 'Always 1; the label says which version runs.',
  labels: ['version'],
});

export const serverInfo: Measurement<unknown> = {
  metrics: [info],
  read: async () => [sample(info, { version }, 1)],
};
