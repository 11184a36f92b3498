import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { EmptyState } from '../parts/EmptyState.js';
import { ErrorNote } from '../parts/ErrorNote.js';
import type { Page } from '../parts/page.js';
import { PageTitle } from '../parts/PageTitle.js';
import { PageSkeleton } from '../parts/Skeletons.js';
import { pages } from './pages.js';
import { Shell } from './Shell.js';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: pages[0]!.path, replace: true });
  },
});

const routeOf = ({ path, load }: Page) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

const routes = pages.map(routeOf);
const hasHome = pages.some((page) => page.path === '/');

/** Search parameters stay plain strings, so that addresses are readable; pages parse them. */
export const router = createRouter({
  routeTree: root.addChildren(hasHome ? routes : [home, ...routes]),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ({ error }) => <ErrorNote error={error} />,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const present = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    const text = new URLSearchParams(
      present.map(([name, value]) => [name, String(value)]),
    ).toString();
    return text && `?${text}`;
  },
});

function NotFound() {
  return (
    <>
      <PageTitle title="Not found" />
      <EmptyState
        title="Page not found"
        text="The link may be outdated or mistyped."
        action={{ label: 'Go to the overview', to: '/' }}
      />
    </>
  );
}
