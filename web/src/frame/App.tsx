// Styles of libraries come first, so that those of pages override them.
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import './frame.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { queryClient } from '../api/queries.js';
import { useSession, useSessionState } from '../api/session.js';
import { styleNonce } from '../lib/style-nonce.js';
import { Toasts } from '../parts/toasts.js';
import { router } from './routes.js';
import { contrastColours, theme } from './theme.js';

/** The console. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={contrastColours}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Content />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}

// Most visits have a session, so they need no forms to log in.
const LogIn = lazy(async () => ({ default: (await import('./LogIn.js')).LogIn }));
const LogInAgain = lazy(async () => ({ default: (await import('./LogInAgain.js')).LogInAgain }));

/** The page that invitation and password reset links open, whether or not a user is logged in. */
const SetPassword = lazy(async () => ({
  default: (await import('./SetPassword.js')).SetPassword,
}));

/** The page that identity providers lead back to. */
const FinishLogIn = lazy(async () => ({
  default: (await import('./FinishLogIn.js')).FinishLogIn,
}));

/** The login form leaves the address unchanged, so that a link still opens its page after the login. */
function Content() {
  const isLoggedIn = useSession() !== undefined;
  const isExpired = useSessionState() === 'expired-in-use';
  if (window.location.pathname === '/welcome') {
    return (
      <Suspense>
        <SetPassword />
      </Suspense>
    );
  }
  if (window.location.pathname.startsWith('/sso/')) {
    return (
      <Suspense>
        <FinishLogIn />
      </Suspense>
    );
  }
  if (!isLoggedIn) {
    return (
      <Suspense>
        <LogIn />
      </Suspense>
    );
  }
  return (
    <>
      <RouterProvider router={router} />
      <Suspense>{isExpired && <LogInAgain />}</Suspense>
    </>
  );
}
