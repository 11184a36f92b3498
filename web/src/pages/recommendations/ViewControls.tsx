import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { api, send } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { CreateMenu } from '../../features/report-actions/CreateMenu.js';
import { deleteLater } from '../../parts/delete-later.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { isFiltered, type View, viewBody } from './filters.js';
import { useTypes } from './RecommendationFilters.js';
import { useFilters, useOpenView, useView, useViews, viewsPath } from './use-filters.js';
import { ViewDialog } from './ViewDialog.js';

const viewPath = '/v2/recommendation_views/{recommendation_view_token}';
const pathOf = ({ token }: View) => ({ recommendation_view_token: token });

/** The saved views: one is opened, saved from the filters, renamed, changed and deleted. */
export function ViewControls() {
  const views = useViews();
  const view = useView();
  const [filters] = useFilters();
  const open = useOpenView();
  const mayEdit = useHasRole('Editor');
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const listed = views.data?.recommendation_views.filter(({ token }) => !deleted.has(token)) ?? [];
  if (views.error) {
    return <ErrorNote error={views.error} onRetry={() => void views.refetch()} />;
  }
  const remove = (gone: View) => {
    setDeleted(new Set([...deleted, gone.token]));
    open('');
    deleteLater({
      message: `Deleted the view “${gone.title}”.`,
      send: (options) => send('delete', viewPath, { path: pathOf(gone), ...options }),
      refresh: [viewsPath],
      restore: () => setDeleted((now) => new Set([...now].filter((token) => token !== gone.token))),
    });
  };
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label="Saved views">
      {listed.length > 0 && (
        <Select
          label="View"
          w={260}
          clearable
          searchable
          nothingFoundMessage="No matches"
          placeholder="None"
          data={listed.map(({ token, title }) => ({ value: token, label: title }))}
          value={view && !deleted.has(view.token) ? view.token : null}
          onChange={(token) => open(token ?? '')}
        />
      )}
      {filters.view && views.data && !view && (
        <Text size="sm">
          The view of this link was deleted, or is not in this workspace. No filter of it applies.
        </Text>
      )}
      {mayEdit && <Saving key={view?.token} view={view} />}
      {view && <CreateMenu withReport={(use) => use(view)} />}
      {mayEdit && view && (
        <Button variant="default" onClick={() => remove(view)}>
          Delete the view
        </Button>
      )}
      {!mayEdit && views.data && listed.length === 0 && isFiltered(filters) && (
        <Text size="sm" c="dimmed">
          There are no saved views. Editors save filters as views.
        </Text>
      )}
    </Group>
  );
}

/** What an editor can save: the filters as a new view, in the open one, or another title of it. */
function Saving({ view }: { view: View | undefined }) {
  const workspace = useWorkspace();
  const [filters] = useFilters();
  const open = useOpenView();
  const types = useTypes(Boolean(filters.category));
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  const [isBusy, setBusy] = useState(false);
  const isNew = isFiltered(filters) && (!view || Boolean(filters.changed));
  // A category is saved as its types, which are read first.
  const isReady = !filters.category || types.length > 0;
  const body = viewBody(filters, types);
  const change = async (changed: View) => {
    setBusy(true);
    try {
      await api.put(viewPath, { path: pathOf(changed), body });
      await invalidate(viewsPath);
      toast(`Saved “${changed.title}”.`);
      open(changed.token);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
    setBusy(false);
  };
  const create = async (title: string) => {
    const created = await api.post(viewsPath, {
      body: { ...body, title, workspace_token: workspace?.token ?? '' },
    });
    await invalidate(viewsPath);
    open(created.token);
  };
  return (
    <>
      {view && filters.changed && (
        <>
          <Button loading={isBusy} disabled={!isReady} onClick={() => void change(view)}>
            Save changes
          </Button>
          <Button variant="default" onClick={() => open(view.token)}>
            Discard changes
          </Button>
        </>
      )}
      {isNew && (
        <Button variant="default" disabled={!isReady} onClick={() => setDialog('new')}>
          Save as a view
        </Button>
      )}
      {view && (
        <Button variant="default" onClick={() => setDialog('rename')}>
          Rename
        </Button>
      )}
      {dialog === 'new' && (
        <ViewDialog
          heading="Save as a view"
          text="A view stores the filters. Whether open or dismissed recommendations are shown is no part of it."
          title=""
          save={create}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && view && (
        <ViewDialog
          heading="Rename the view"
          title={view.title}
          save={(title) => api.put(viewPath, { path: pathOf(view), body: { title } })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
