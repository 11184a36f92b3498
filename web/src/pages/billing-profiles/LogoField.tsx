import { Button, Fieldset, FileButton, Group, Image, Stack, Text } from '@mantine/core';

interface LogoFieldProps {
  logo: string | null;
  onChange: (logo: string | null) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

/** The picture at the top of invoices. */
export function LogoField({ logo, onChange, error, isReadOnly }: LogoFieldProps) {
  const read = (file: File | null) => {
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => onChange(reader.result as string));
    reader.readAsDataURL(file);
  };
  return (
    <Fieldset legend="Logo">
      <Stack gap="sm">
        {logo ? (
          <Image src={logo} alt="Logo on invoices" w="auto" maw={240} mah={72} fit="contain" />
        ) : (
          <Text size="sm" c="dimmed">
            Without a logo, invoices show the company name.
          </Text>
        )}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <FileButton onChange={read} accept="image/png,image/jpeg">
              {(props) => (
                <Button variant="default" size="compact-sm" {...props}>
                  Choose a PNG or JPEG of up to 256 KiB
                </Button>
              )}
            </FileButton>
            {logo && (
              <Button variant="default" size="compact-sm" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
