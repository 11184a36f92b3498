import type { Reporter, TestModule } from 'vitest/node';

const shownFiles = 10;

/** Prints the slowest files, the time of each project, and one line with the result. */
export class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({
        name: module.relativeModuleId,
        project: module.project.name,
        seconds: secondsOf(module),
      }))
      .toSorted((a, b) => b.seconds - a.seconds);
    console.log('\nSlowest files');
    for (const { name, project, seconds } of files.slice(0, shownFiles)) {
      console.log(`${format(seconds)}  ${name} (${project})`);
    }
    console.log('\nTime of all files, by project');
    for (const project of new Set(files.map((file) => file.project))) {
      const own = files.filter((file) => file.project === project);
      const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
      console.log(`${format(seconds)}  ${project} (${own.length} files)`);
    }
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((each) => each === state).length;
    console.log(
      `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    );
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}

const format = (seconds: number) => `${seconds.toFixed(1).padStart(8)} s`;
