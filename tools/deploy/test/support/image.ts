import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { textOf } from './repository.js';

/** What the Dockerfile's last stage defines. */
export interface Image {
  /** Instructions of the last stage, in order: `COPY`, `--from=build /bundle ./`. */
  readonly instructions: readonly { readonly keyword: string; readonly words: string }[];
  /** Commands of the build, in order. */
  readonly steps: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

const words = (instruction: { getArguments(): { getValue(): string }[] } | undefined): string[] =>
  (instruction?.getArguments() ?? []).map((argument) => argument.getValue());

const LINES = textOf('Dockerfile').split('\n');

/** Returns an instruction's arguments with flags. All of ours are on one line. */
const wholeOf = (instruction: Instruction): string =>
  (LINES[instruction.getRange().start.line] ?? '').slice(instruction.getKeyword().length).trim();

/** Parses an instruction's JSON form. */
const jsonOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** Parses the Dockerfile. */
export const readImage = (): Image => {
  const instructions = DockerfileParser.parse(textOf('Dockerfile')).getInstructions();
  const lastFrom = instructions.findLastIndex((one) => one.getKeyword() === 'FROM');
  const stage = instructions.slice(lastFrom).map((one) => ({ keyword: one.getKeyword(), words: wholeOf(one) }));
  const last = (keyword: string): string => stage.findLast((one) => one.keyword === keyword)?.words ?? '';
  const settings = instructions
    .slice(lastFrom)
    .filter((one) => one.getKeyword() === 'ENV')
    .flatMap(words);
  return {
    instructions: stage,
    steps: instructions
      .slice(0, lastFrom)
      .filter((one) => one.getKeyword() === 'RUN')
      .map((one) => one.getArgumentsContent() ?? ''),
    environment: Object.fromEntries(settings.map((word) => word.split('=', 2) as [string, string])),
    user: last('USER'),
    entrypoint: jsonOf(last('ENTRYPOINT')),
    command: jsonOf(last('CMD')),
    healthCheck: jsonOf(last('HEALTHCHECK')),
  };
};
