import { useEffect, useState } from 'react';
import { ApiProblem, asProblem, messagesByField } from '../api/problem.js';
import { refetch } from '../api/queries.js';
import { knownVersions, saveBasedOn } from '../api/versions.js';
import { pageOfObject } from '../api/object-kinds.js';
import { SaveConflict } from './save-conflict.js';

type Name<Values> = keyof Values & string;

interface FormOptions<Values> {
  /** Labels of fields that differ from their names in the API, for error messages. */
  labels?: Partial<Record<Name<Values>, string>>;
}

/** What a form saved; the page of a new object opens when it is returned as `Created`. */
export class Created {
  readonly to: string | undefined;
  constructor({ token }: { token: string }) {
    this.to = pageOfObject(token);
  }
}

/** Marks the response of a creation: `save={(body) => api.post(path, { body }).then(created)}`. */
export const created = (object: { token: string }): Created => new Created(object);

/**
 * The state of a form: values, unsaved changes, and the API's errors by field. An object that was changed
 * elsewhere after the form was opened is not overwritten unless the user says so.
 */
export function useForm<Values extends Record<string, unknown>>(
  initial: Values,
  save: (values: Values) => Promise<unknown>,
  { labels = {} }: FormOptions<Values> = {},
) {
  const [values, setValues] = useState(initial);
  const [base, setBase] = useState(initial);
  const [versions, setVersions] = useState(knownVersions);
  const [takesNewer, setTakesNewer] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [savedTo, setSavedTo] = useState<string>();
  useFocusOnError(problem);

  // The newer version arrives as other initial values.
  if (takesNewer && JSON.stringify(initial) !== JSON.stringify(base)) {
    setTakesNewer(false);
    setBase(initial);
    setValues(initial);
  }

  const set = <Field extends keyof Values>(name: Field, value: Values[Field]) => {
    setTakesNewer(false);
    setSaved(false);
    setValues((now) => ({ ...now, [name]: value }));
    setCleared((now) => (now.has(name as string) ? now : new Set([...now, name as string])));
  };

  const store = async (overwrites: boolean) => {
    setSaving(true);
    setProblem(undefined);
    setCleared(new Set());
    try {
      const result = await saveBasedOn(overwrites ? new Map() : versions, () => save(values));
      setVersions(knownVersions());
      setBase(values);
      setSavedTo(result instanceof Created ? result.to : undefined);
      setSaved(true);
    } catch (failure) {
      setProblem(asProblem(failure));
    }
    setSaving(false);
  };

  const loadNewer = async (path: string) => {
    setValues(base);
    setTakesNewer(true);
    await refetch(path);
    setVersions(knownVersions());
    // Shown until then, because a save before would conflict again.
    setProblem(undefined);
  };

  const names = Object.keys(initial) as Name<Values>[];
  const { fields, rest } = messagesByField(problem?.messages ?? [], names, labels);
  const errorOf = (name: Name<Values>) => (cleared.has(name) ? undefined : fields[name]);
  const error =
    problem?.status === 412
      ? new SaveConflict(
          problem,
          () => void loadNewer(problem.path),
          () => void store(true),
        )
      : problem && rest.length > 0
        ? new ApiProblem(problem.status, rest, problem.requestId)
        : undefined;
  return {
    values,
    set,
    submit: () => store(false),
    isSaving,
    isSaved,
    /** The page of the object that was created. */
    savedTo,
    isChanged: JSON.stringify(values) !== JSON.stringify(base),
    /** The API's error about a field, until the field is edited. */
    errorOf,
    /** The messages that are not about a field, or a conflict with its choices. */
    error,
    /** `value`, `onChange` and `error` of a text field. */
    text: (name: Name<Values>) => ({
      name,
      value: (values[name] ?? '') as string,
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as Values[typeof name]),
      error: errorOf(name),
    }),
  };
}

const invalidFields =
  ':is(input, textarea, button)[aria-invalid="true"], [data-invalid] .cm-content';

/** Moves the focus to the first field with an error, and what is said first into view. */
function useFocusOnError(problem: ApiProblem | undefined): void {
  useEffect(() => {
    if (!problem) return;
    document.querySelector<HTMLElement>(invalidFields)?.focus({ preventScroll: true });
    const first = document.querySelector(`${invalidFields}, form [role="alert"]`);
    first?.scrollIntoView({ block: 'center' });
  }, [problem]);
}

export type Form = Pick<
  ReturnType<typeof useForm>,
  'submit' | 'isSaving' | 'isSaved' | 'savedTo' | 'isChanged' | 'error'
>;
