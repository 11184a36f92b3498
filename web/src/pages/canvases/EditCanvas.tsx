import { Button, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { useForm } from '../../parts/use-form.js';
import { type Canvas, canvasesPath } from './canvas.js';
import { PromptGuide } from './PromptGuide.js';
import { useExamples } from './use-examples.js';

const empty = { title: '', prompt: '' };
type Values = typeof empty;

export function NewCanvas() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api.post(canvasesPath, { body: { ...values, workspace_token: workspace?.token } });
  return <CanvasForm title="New canvas" initial={empty} save={save} />;
}

export const EditCanvas = () => (
  <ObjectPage path="/v2/canvases/{canvas_token}">
    {(canvas) => (
      <CanvasForm
        title={`Edit ${canvas.title}`}
        canvas={canvas}
        initial={{ title: canvas.title, prompt: canvas.prompt }}
        save={(body) =>
          api.put('/v2/canvases/{canvas_token}', { path: { canvas_token: canvas.token }, body })
        }
      />
    )}
  </ObjectPage>
);

interface CanvasFormProps {
  title: string;
  canvas?: Canvas;
  initial: Values;
  save: (values: Values) => Promise<Canvas>;
}

function CanvasForm({ title, canvas, initial, save }: CanvasFormProps) {
  const mayEdit = useHasRole('Editor');
  const [saved, setSaved] = useState(canvas);
  const form = useForm(initial, async (values) => {
    setSaved(await save(values));
    await invalidate(canvasesPath);
  });
  const examples = useExamples();
  const use = (example: string) => {
    form.set('prompt', example);
    if (form.values.title === '') form.set('title', example);
  };
  const back = saved
    ? { label: saved.title, to: `/canvases/${saved.token}` }
    : { label: 'Canvases', to: '/canvases' };
  return (
    <FormPage title={title} back={back} form={form} isReadOnly={!mayEdit}>
      <TextInput label="Title" required {...form.text('title')} />
      <Textarea
        label="Prompt"
        description="What the table shows: the measure, granularity, groupings and date range."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        autosize
        minRows={2}
        {...form.text('prompt')}
      />
      <div>
        <Text size="sm" mb={4}>
          Examples that work here; choose one to use it as the prompt:
        </Text>
        <Stack gap={4} align="flex-start">
          {examples.map((example) => (
            <Button
              key={example}
              size="compact-sm"
              variant="light"
              className="prompt-example"
              onClick={() => use(example)}
            >
              {example}
            </Button>
          ))}
        </Stack>
      </div>
      <PromptGuide />
    </FormPage>
  );
}
