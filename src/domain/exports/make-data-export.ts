import { z } from 'zod';
import { failExport, makeExport } from './make-export.js';
import { job } from '../../platform/jobs/job.js';

export const makeDataExport = job({
  name: 'make-data-export',
  summary: 'Makes the files of a data export',
  retries: 2,
  payload: z.object({ token: z.string() }),
  run: ({ token }, ctx) => makeExport(token, ctx),
  onFinalFailure: ({ token }, { services }) =>
    failExport(
      services.db,
      token,
      'The export could not be made. Ask for it again, or for fewer days or groupings at a time.',
    ),
});
