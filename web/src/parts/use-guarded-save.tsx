import { Modal } from '@mantine/core';
import { useState } from 'react';
import { asProblem } from '../api/problem.js';
import { refetch } from '../api/queries.js';
import { knownVersions, saveBasedOn } from '../api/versions.js';
import { ErrorNote } from './ErrorNote.js';
import { SaveConflict } from './save-conflict.js';
import { toast } from './toasts.js';

/** Saves outside of forms: what changed elsewhere is not overwritten unless the user says so in `dialog`. */
export function useGuardedSave() {
  const [conflict, setConflict] = useState<SaveConflict>();
  const close = () => setConflict(undefined);
  const save = async (write: () => Promise<void>, overwrites = false): Promise<void> => {
    try {
      await saveBasedOn(overwrites ? new Map() : knownVersions(), write);
      close();
    } catch (failure) {
      const problem = asProblem(failure);
      if (problem.status !== 412) toast(problem.message);
      else {
        // Closed once it is loaded, so that the next save is based on it.
        const loadNewer = () => void refetch(problem.path).then(close);
        setConflict(new SaveConflict(problem, loadNewer, () => void save(write, true)));
      }
    }
  };
  const dialog = conflict && (
    <Modal opened onClose={close} title="Not saved">
      <ErrorNote error={conflict} />
    </Modal>
  );
  return { save, dialog };
}
