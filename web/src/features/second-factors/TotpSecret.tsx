import { Anchor, Code, Stack, Text } from '@mantine/core';
import { encodeQR } from 'qr';

/** Light modules around the code, as readers expect. */
const quietZone = 4;

/** What an authenticator app needs: a QR code, and for apps without a camera the secret itself. */
export function TotpSecret({ secret, url }: { secret: string; url: string }) {
  return (
    <Stack gap="sm">
      <Text size="sm">Scan this code with your authenticator app.</Text>
      <QrCode text={url} />
      <Text size="sm">
        Or enter this key: <Code>{secret.match(/.{1,4}/g)?.join(' ')}</Code>
      </Text>
      <Anchor size="sm" href={url}>
        Open in an app on this device
      </Anchor>
    </Stack>
  );
}

/** Dark on light in both colour schemes, because not every camera reads the inverse. */
function QrCode({ text }: { text: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: quietZone });
  const size = modules.length;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
