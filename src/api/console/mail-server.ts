import { z } from 'zod';
import { operation } from '../../platform/kernel/operation.js';

/** Forms say before they are saved that e-mails will wait. */
const getMailServer = operation({
  id: 'getMailServer',
  tag: 'Console',
  method: 'GET',
  path: '/console/mail_server',
  summary: 'Tell whether the server sends e-mails',
  status: 200,
  errors: [],
  response: z.object({
    is_configured: z
      .boolean()
      .describe('Whether SMTP_URL is set; without it, e-mails are kept until it is.'),
  }),
  run: async (_input, { services }) => ({ is_configured: services.sendMail !== undefined }),
});

export const mailServer = [getMailServer];
