interface Mail {
  /** Stable over attempts, so that mail servers and readers can recognize a repeated message. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Pictures that the HTML shows; it refers to them as `cid:` and their id. */
  images?: readonly { id: string; name: string; png: Buffer }[];
  files?: readonly { name: string; type: string; content: Buffer }[];
}

/** Sends an e-mail; rejects unless the mail server has accepted it. */
export type SendMail = (mail: Mail) => Promise<void>;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Returns a function that sends e-mails through the server of the operator; undefined without one. */
export function openMailer(url: string | undefined, from: string): SendMail | undefined {
  if (url === undefined) return undefined;
  // Loaded with the first e-mail: most processes send none.
  let opening: ReturnType<typeof openTransport> | undefined;
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'farthing';
  return async ({ id, images = [], files = [], ...mail }) => {
    const pictures = images.map((image) => ({
      cid: image.id,
      filename: image.name,
      content: image.png,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    }));
    const attached = files.map(({ name, type, content }) => ({
      filename: name,
      content,
      contentType: type,
    }));
    opening ??= openTransport(url, from);
    const transport = await opening;
    await transport.sendMail({
      ...mail,
      attachments: [...pictures, ...attached],
      messageId: `<${id}@${host}>`,
      // Out-of-office replies would otherwise answer alerts.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Idempotency-Key': id },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Fails unless the mail server accepts a connection and the credentials of its URL. */
export async function verifyMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url, ...limits });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function openTransport(url: string, from: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...timeouts }, { from });
}
