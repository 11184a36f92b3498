import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

/** What a dishonest page or a copied key would do differently. */
interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
}

// Options of a registration or a log-in, as the server sends them; the device reads a few of their fields.
// oxlint-disable-next-line typescript/no-explicit-any
type Options = Record<string, any>;

/** An authenticator in software: one ES256 key without attestation, and a counter. */
export function newPasskeyDevice(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: string, { origin: other, ...rest }: Deviation) =>
    Buffer.from(
      JSON.stringify({ type, challenge: rest.challenge ?? challenge, origin: other ?? origin }),
    );
  const authenticatorData = (rpId: string, flags: number, count: number) => {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(rpId), tail]);
  };
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };
  return {
    id: common.id,
    /** Creates the passkey, as `navigator.credentials.create` does. */
    create: (options: Options, deviation: Deviation = {}) => {
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(deviation.rpId ?? options['rp'].id, 0x41, counter),
        Buffer.alloc(16),
        length,
        id,
        cbor(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', options['challenge'], deviation).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge, as `navigator.credentials.get` does. */
    sign: (options: Options, deviation: Deviation = {}) => {
      counter = deviation.counter ?? counter + 1;
      const data = clientData('webauthn.get', options['challenge'], deviation);
      const authData = authenticatorData(deviation.rpId ?? options['rpId'], 0x01, counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

/** The part of CBOR that authenticators write: whole numbers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
