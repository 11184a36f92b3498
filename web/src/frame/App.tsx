import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { queries } from '../api/queries.js';
import { useSession } from '../api/session.js';
import { styleNonce } from '../lib/style-nonce.js';
import { Toasts } from '../parts/toasts.js';
import { LogIn } from './LogIn.js';
import { router } from './routes.js';
import { readable, theme } from './theme.js';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readable}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queries}>
        <Inside />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Links of invitations and resets lead to `/welcome`, whoever is signed in. */
const SetPassword = lazy(async () => ({
  default: (await import('./SetPassword.js')).SetPassword,
}));

/** The address stays as it is while someone signs in, so that a link leads where it should. */
function Inside() {
  const isSignedIn = useSession() !== undefined;
  if (window.location.pathname === '/welcome') {
    return (
      <Suspense>
        <SetPassword />
      </Suspense>
    );
  }
  return isSignedIn ? <RouterProvider router={router} /> : <LogIn />;
}
