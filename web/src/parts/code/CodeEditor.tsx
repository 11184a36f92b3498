import { closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view';
import { Input, useComputedColorScheme } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { styleNonce } from '../../lib/style-nonce.js';

interface CodeEditorProps {
  value: string;
  onChange: (text: string) => void;
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  /** Where the error is; it is underlined up to the end of the word. */
  position?: { line: number; column: number } | undefined;
  placeholder: string;
  /** Language and completion; read once, so another set needs another `key`. */
  extensions: Extension;
  isReadOnly?: boolean;
  /** Ctrl-Enter */
  onSubmit?: (() => void) | undefined;
}

const editorTheme = EditorView.theme({
  '&': { fontSize: '13px', minHeight: '72px' },
  '.cm-content': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    padding: '8px 4px',
    caretColor: 'inherit',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-tooltip': {
    background: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
  },
});

/** A text editor with syntax highlighting, and an error at its position. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, label, description, error, position, isReadOnly = false } = props;
  const { placeholder, extensions, onSubmit } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const dark = useRef(new Compartment());
  const isDark = useComputedColorScheme('light') === 'dark';
  const handlers = useRef({ onChange, onSubmit });
  handlers.current = { onChange, onSubmit };
  const id = useId();

  useEffect(() => {
    const submit = () => {
      handlers.current.onSubmit?.();
      return true;
    };
    const editor = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          keymap.of([
            { key: 'Mod-Enter', run: submit },
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          history(),
          closeBrackets(),
          extensions,
          editorTheme,
          dark.current.of(EditorView.darkTheme.of(isDark)),
          EditorView.lineWrapping,
          EditorState.readOnly.of(isReadOnly),
          placeholderOf(placeholder),
          EditorView.contentAttributes.of({ 'aria-labelledby': `${id}-label` }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: dark.current.reconfigure(EditorView.darkTheme.of(isDark)) });
  }, [isDark]);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const found = error === undefined ? [] : diagnosticsOf(current.state, error, position);
    current.dispatch(setDiagnostics(current.state, found));
  }, [error, position?.line, position?.column]);

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      error={error}
    >
      <div ref={box} className="vql" data-invalid={error ? true : undefined} />
    </Input.Wrapper>
  );
}

/** Underlines from the position to the end of the word. */
function diagnosticsOf(
  state: EditorState,
  message: string,
  position: { line: number; column: number } | undefined,
) {
  if (!position || position.line > state.doc.lines) return [];
  const line = state.doc.line(position.line);
  const from = Math.min(line.from + position.column - 1, line.to);
  const word = /^('[^']*'?|[\w./]+|\S)/.exec(state.sliceDoc(from, line.to))?.[0] ?? '';
  const start = word === '' ? Math.max(line.from, from - 1) : from;
  return [{ from: start, to: from + word.length, severity: 'error' as const, message }];
}
