import type { ClaimGroup } from '../claims/claim.js';
import { ask, type Answer, type SolverName } from '../solve/solver.js';
import { digestOf, questionsOf, type Question } from './questions.js';
import type { GroupRecord } from './record.js';

export interface Decision {
  readonly question: Question;
  readonly solver: SolverName;
  readonly answer: Answer;
  readonly milliseconds: number;
}

/** What came out for a group, by every solver that was asked. */
export interface GroupResult {
  readonly group: ClaimGroup;
  readonly decisions: readonly Decision[];
  readonly record: GroupRecord;
}

export const isDecided = ({ question, answer }: Decision): boolean => answer === question.wanted;

const decide = async (question: Question, solver: SolverName, seconds: number): Promise<Decision> => {
  const start = performance.now();
  const answer = await ask(solver, question.text, seconds);
  return { question, solver, answer, milliseconds: performance.now() - start };
};

export interface ProveOptions {
  readonly solvers: readonly SolverName[];
  /** Time a solver has for one question. */
  readonly seconds: number;
  /** Solvers that run at once. */
  readonly jobs: number;
  readonly onDecision?: (decision: Decision) => void;
}

/** Asks the solvers every question of a group. */
export const prove = async (
  group: ClaimGroup,
  { solvers, seconds, jobs, onDecision }: ProveOptions,
): Promise<GroupResult> => {
  const questions = questionsOf(group);
  const tasks = questions.flatMap((question) => solvers.map((solver) => ({ question, solver })));
  const decisions: Decision[] = [];
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const decision = await decide(task.question, task.solver, seconds);
      decisions.push(decision);
      onDecision?.(decision);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const decidedBy = (solver: SolverName) =>
    decisions.filter((decision) => decision.solver === solver && isDecided(decision)).length;
  const decided = Object.fromEntries(solvers.map((solver) => [solver, decidedBy(solver)]));
  return { group, decisions, record: { digest: digestOf(questions), questions: questions.length, decided } };
};
