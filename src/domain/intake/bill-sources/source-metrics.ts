import { counter } from '../../../platform/telemetry/metric.js';

export const sourceChecks = counter({
  name: 'farthing_source_checks_total',
  help: 'Checks of the locations of integrations, by their outcome: done or failed.',
  labels: ['source', 'status'],
});
