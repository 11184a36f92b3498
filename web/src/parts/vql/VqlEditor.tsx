import { autocompletion } from '@codemirror/autocomplete';
import { useWorkspace } from '../../api/current-user.js';
import { filterErrorPosition } from '../../api/problem.js';
import { CodeEditor } from '../code/CodeEditor.js';
import { completion } from './completion.js';
import { type VqlSubject, vqlSubjects } from './subjects.js';
import { vqlLanguage } from './language.js';

interface VqlEditorProps {
  value: string;
  onChange: (text: string) => void;
  label?: string;
  /** What is filtered; costs by default. */
  subject?: VqlSubject;
  description?: string;
  /** The API's error; the position in it is underlined. */
  error?: string | undefined;
  isReadOnly?: boolean;
  /** Ctrl-Enter */
  onSubmit?: () => void;
}

/** An editor for VQL with syntax highlighting, completion of values, and the API's error at its position. */
export function VqlEditor({
  label = 'Filter',
  subject = 'costs',
  error,
  ...props
}: VqlEditorProps) {
  const workspace = useWorkspace()?.token;
  return (
    <CodeEditor
      // Completion reads the values of the workspace.
      key={`${workspace} ${subject}`}
      {...props}
      label={label}
      error={error}
      position={error === undefined ? undefined : filterErrorPosition(error)}
      placeholder={vqlSubjects[subject].example}
      extensions={[
        autocompletion({ override: [completion(workspace, vqlSubjects[subject].fields)] }),
        vqlLanguage,
      ]}
    />
  );
}
