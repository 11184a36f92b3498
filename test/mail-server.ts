import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { openMailer } from '../src/platform/outbound/send-mail.js';

interface ReceivedMail {
  to: string;
  raw: string;
}

/** A mail server that keeps what it receives, and a function that sends through it. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  let isDown = false;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(isDown ? new Error('down') : null),
    onData: (stream, session, done) => {
      void stream.toArray().then((chunks) => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        mails.push({ to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  const sendMail = openMailer(`smtp://127.0.0.1:${port}`, 'Farthing <alerts@example.com>');
  const setDown = (down: boolean) => {
    isDown = down;
  };
  return { smtp, mails, sendMail, setDown };
}

export interface MailPart {
  type: string;
  /** Content-ID without brackets. */
  id: string | undefined;
  disposition: string | undefined;
  content: Buffer;
}

/** The parts of an e-mail that are not made of others, decoded. */
export function partsOf(raw: string): MailPart[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim();
  const type = header('content-type') ?? 'text/plain';
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
  }
  return [
    {
      type: type.split(';')[0]!,
      id: header('content-id')?.replaceAll(/[<>]/g, ''),
      disposition: header('content-disposition')?.split(';')[0],
      content: decode(body, header('content-transfer-encoding')),
    },
  ];
}

function decode(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1');
}
