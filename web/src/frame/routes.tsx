import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { EmptyState } from '../parts/EmptyState.js';
import { OnlyFor } from '../parts/OnlyFor.js';
import { PageError } from '../parts/PageError.js';
import type { Page } from '../parts/page.js';
import { PageTitle } from '../parts/PageTitle.js';
import { PageSkeleton } from '../parts/Skeletons.js';
import { pageOfObject } from '../api/object-kinds.js';
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

/** Links that need only the token of an object, as agents and scripts write them. */
const go = createRoute({
  getParentRoute: () => root,
  path: '/go/$token',
  beforeLoad: ({ params }) => {
    const page = pageOfObject(params.token);
    if (!page) throw notFound();
    throw redirect({ href: page, replace: true });
  },
});

const routeOf = ({ path, load, preload, role, title }: Page) =>
  createRoute({
    getParentRoute: () => root,
    path,
    // Not awaited: the page is shown while it reads.
    loader: ({ location }) => void preload?.(location.search).catch(() => undefined),
    component: lazyRouteComponent(async () => {
      const Content = await load();
      if (!role) return { default: Content };
      const Limited = () => (
        <OnlyFor role={role} title={title} what="This page is">
          <Content />
        </OnlyFor>
      );
      return { default: Limited };
    }),
  });

const routes = pages.map(routeOf);
const hasHome = pages.some((page) => page.path === '/');

/** Search parameters stay plain strings, so that addresses are readable; pages parse them. */
export const router = createRouter({
  routeTree: root.addChildren(hasHome ? [go, ...routes] : [home, go, ...routes]),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ({ error }) => <PageError error={error} />,
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
