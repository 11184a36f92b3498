import { z } from 'zod';
import { failExport, runExport } from './run-export.js';
import { job } from '../../../platform/jobs/job.js';

export const makeDataExport = job({
  name: 'make-data-export',
  summary: 'Writes the files of a data export',
  retries: 2,
  payload: z.object({ token: z.string() }),
  run: ({ token }, ctx) => runExport(token, ctx),
  onFinalFailure: ({ token }, { services }) =>
    failExport(
      services.db,
      token,
      'The export failed. Request it again, or with fewer days or groupings.',
    ),
});
