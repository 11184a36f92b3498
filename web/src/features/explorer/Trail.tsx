import { Anchor, Breadcrumbs, Button, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { Address } from './address.js';
import { addressBefore, addressBeforeZoom, parseTrail } from './trail.js';
import { useAddressState } from './use-address-state.js';

/** The drill-downs that led to the view; each leads back to where it started. */
export function Trail({ root }: { root: string }) {
  const [{ trail }] = useAddressState();
  const router = useRouter();
  const steps = parseTrail(trail);
  if (steps.length === 0) return null;
  const goTo = (search: Address) => void router.navigate({ to: '.', search, resetScroll: false });
  const beforeZoom = addressBeforeZoom(steps);
  const labels = [root, ...steps.map(({ label }) => label)];
  return (
    <nav aria-label="Drill-down" className="trail">
      <Breadcrumbs separator="›" separatorMargin={6} style={{ flexWrap: 'wrap', rowGap: 2 }}>
        {labels.map((label, index) =>
          index < steps.length ? (
            <Anchor
              key={index}
              component="button"
              type="button"
              size="sm"
              onClick={() => goTo(addressBefore(steps, index))}
            >
              {label}
            </Anchor>
          ) : (
            <Text key={index} size="sm" fw={600} aria-current="page">
              {label}
            </Text>
          ),
        )}
      </Breadcrumbs>
      {beforeZoom && (
        <Button size="compact-xs" variant="default" onClick={() => goTo(beforeZoom)}>
          Reset zoom
        </Button>
      )}
    </nav>
  );
}
