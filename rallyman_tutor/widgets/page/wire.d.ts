// What goes between page and browser. Written from Python's types by `make wire`; not to be edited.

/** Plain data of any kind: whoever reads it judges it. */
export type Json = unknown;

/** One of several, told apart by `kind`. */
export type Screen = FirstScreen | HomeScreen | SummaryScreen | InsightScreen | ComingScreen | RunScreen | RunningScreen | RallyScreen | RallyingScreen | EditorScreen | LetterScreen | LetteringScreen | RoomScreen | RoomingScreen | LessonScreen | QuestionScreen | DriveScreen | RulesScreen;

/** A visitor's first turn, and where it leads: on with the course, or to one of the games. */
export interface FirstScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "first";
  told: string;
  next: Continue;
  games: GameToChoose[];
}

/** Where to go on; without a title it is a drive. */
export interface Continue {
  name: string;
  title: string;
}

/** A game, and where its map is. */
export interface GameToChoose {
  at: string;
  key: string;
  name: string;
}

/** The map of the course. */
export interface HomeScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "home";
  home: Home;
}

/** The map of a course, and the doors beside it. */
export interface Home {
  lessons: LessonShown[];
  next: Continue;
  number: number;
  begun: boolean;
  doors: OpenDoor[];
  games: GameOnShelf[];
  drive: string;
  run: string;
  rally: string;
  editor: string;
  letter: string;
  room: string;
  placement: string;
  coming: boolean;
  book: string;
  puzzle?: PuzzleDoor;
  daily?: DailyDoor;
  due: number;
  decisions: number;
  waiting: number;
  rules: number;
  licence: string;
}

/** A lesson on the map: its stars, and how many of its steps are done. */
export interface LessonShown {
  name: string;
  title: string;
  about: string;
  stars: number;
  done: number;
  of: number;
  chapter: string;
  known: boolean;
  language?: string;
}

/** A place, its name, and why it is open now. */
export interface OpenDoor {
  at: string;
  title: string;
  why: string;
}

/** A game as it stands on the shelf: how many of its lessons are done. */
export interface GameOnShelf {
  at: string;
  key: string;
  name: string;
  done: number;
  of: number;
  now: boolean;
}

/** Where the puzzle of the day is, and whether the learner has solved it. */
export interface PuzzleDoor {
  at: string;
  solved: boolean;
}

/** Where the stage of the day is, its name among the stages, and what it is called. */
export interface DailyDoor {
  at: string;
  key: string;
  stage: string;
  best: string;
}

/** The learning so far, for one printed page. */
export interface SummaryScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "summary";
  summary: Summary;
}

/** The learning so far, and how long one remembers it. */
export interface Summary {
  games: GameLearned[];
  practice: string;
}

/** The learning so far in a game. */
export interface GameLearned {
  name: string;
  licence: string;
  lessons: LessonLearned[];
}

/** A lesson that is done, with the rules it teaches. */
export interface LessonLearned {
  title: string;
  stars: number;
  rules: RuleLearned[];
}

/** A rule that one has learned. */
export interface RuleLearned {
  code: string;
  title: string;
  why: string;
  cite: string;
}

/** The insight from the diary. */
export interface InsightScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "insight";
  insight: Insight;
}

/** The page of insight, and whether there is anything to see yet. */
export interface Insight {
  parts: Part[];
  empty: boolean;
}

/** A part of the page. Bars are a table by themselves; beside a picture stands one with a head and rows. */
export interface Part {
  id: string;
  title: string;
  said: string;
  how: string;
  picture: string;
  bars: Bar[];
  head: string[];
  rows: string[][];
  door: Door;
}

/** One of the costliest things: its name, its cost, and that as a piece of road; a rule by its place. */
export interface Bar {
  name: string;
  much: string;
  picture: string;
  at?: string;
}

/** Where one can go from here. */
export interface Door {
  at: string;
  label: string;
}

/** One position under two games. */
export interface ComingScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "coming";
  coming: Comparison;
}

/** The list of differences, and one of them in full; `before` and `next` are the ids of its neighbours, or empty. */
export interface Comparison {
  pairs: DifferenceTitle[];
  id: string;
  title: string;
  text: string[];
  sides: SideShown[];
  before: string;
  next: string;
}

/** A difference in the list to choose from. */
export interface DifferenceTitle {
  id: string;
  title: string;
}

/** The verdict of one game on a position and a draft, with a picture of them. */
export interface SideShown {
  game: string;
  picture: string;
  draft: string;
  verdict: "legal" | "price" | "refused";
  title: string;
  said: string;
  why: string;
  code: string;
  cite?: string;
}

/** Before a run against the clock, and behind it. */
export interface RunScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "run";
  run: RunShown;
}

/** A run as it stands. While it is `on` there is a question on the board. */
export interface RunShown {
  phase: "start" | "on" | "over";
  said: string;
  left: number;
  minutes: number;
  lengths: number[];
  name: string;
  most_letters: number;
  score: number;
  mistakes: number;
  most_mistakes: number;
  scores: ScoreList[];
  missed: MissedShown[];
}

/** The best scores of runs of one length, the best first: place, name and score; and the newest row, -1 for none. */
export interface ScoreList {
  minutes: number;
  title: string;
  rows: string[][];
  newest: number;
}

/** Something that was answered wrongly, and where it is told. */
export interface MissedShown {
  title: string;
  at: string;
}

/** A run that goes on. */
export interface RunningScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "running";
  run: RunShown;
  next: string;
}

/** A rally where nobody drives: before it, between two drivers, behind it. */
export interface RallyScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "rally";
  rally: RallyShown;
}

/** A rally where it is not driven. */
export interface RallyShown {
  phase: "setup" | "between" | "over";
  said: string;
  go: string;
  labels: Record<string, string>;
  next: number | null;
  setup: RallySetupShown | null;
  sheet: RallySheetShown | null;
  podium: PodiumShown | null;
}

/** All that can be chosen before a rally. */
export interface RallySetupShown {
  entries: RallyEntryShown[];
  names: string[];
  least: number;
  most: number;
  levels: RallyChoice[];
  questions: RallyQuestion[];
  bots: string;
  others_title: string;
  others: string[];
  evening: string;
}

/** A driver before the rally: their name, and who decides for them. */
export interface RallyEntryShown {
  name: string;
  level: string;
}

/** Something to choose: its key, what it is called, and what it means; nothing where the name says it all. */
export interface RallyChoice {
  key: string;
  name: string;
  why: string;
}

/** Something that is asked before a rally: its field of the intent, its name, the choices, the usual one first. */
export interface RallyQuestion {
  field: "stages" | "many" | "rules";
  name: string;
  choices: RallyChoice[];
  only_for: string[];
}

/** The sheet: its head, a row for each driver, the best first; the places after each row, by driver; and all of it as a file for spreadsheets. */
export interface RallySheetShown {
  title: string;
  head: string[];
  rows: string[][];
  chart: string;
  orders: number[][];
  seats: number[];
  csv: string;
}

/** Whoever stands on each step, the highest first: several where places are shared, nobody where a place is left out by that; and all others. */
export interface PodiumShown {
  steps: Classed[][];
  others: Classed[];
}

/** A driver at the end of a rally: their seat and name, the sum of the sheet, and how far they are behind the first; nothing where they are not. */
export interface Classed {
  seat: number;
  name: string;
  place: number;
  sum: string;
  gap: string;
}

/** A person at the table of a rally. */
export interface RallyingScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "rallying";
}

/** The stage editor; the picture of its road comes as the ground. */
export interface EditorScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "editor";
  editor: EditorShown;
}

/** The editor. */
export interface EditorShown {
  n: number;
  game: string;
  frame: [number, number, number, number];
  parts: EditorPart[];
  at: number;
  instead: boolean;
  tray: EditorOffer[];
  terrain: string[][];
  text: string;
  line: string;
  lacking: string;
  lacks_at: number;
  length: string;
  hard: string;
  tight: string;
  undo: boolean;
  redo: boolean;
  turns: boolean;
  why: WhyNot | null;
  said: string;
  labels: Record<string, string>;
}

/** A part of the road: its word in notation, its name, its ground in notation; its outline on the table, and where it is pointed at; and how it lies, for whoever lays it out of a box. */
export interface EditorPart {
  word: string;
  name: string;
  ground: string;
  outline: string;
  x: number;
  y: number;
  way: string;
}

/** A tile in the tray: how it would lie, as a line through a hexagon 100 wide; its signs; and why it cannot lie there. */
export interface EditorOffer {
  word: string;
  name: string;
  group: string;
  danger: string;
  path: string;
  bends: string[];
  jumps: string[];
  cuts: string[];
  ford: boolean;
  refused: string;
}

/** Something that cannot lie so: what, why, and what to do instead; the code of a rule, where one says so. */
export interface WhyNot {
  title: string;
  said: string;
  why: string;
  fix: string;
  code: string;
  at: number;
}

/** A game by letter where nobody drives: before it, a letter that was opened, one to send. */
export interface LetterScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "letter";
  letter: LetterShown;
}

/** A game by letter where nobody drives. */
export interface LetterShown {
  phase: "start" | "who" | "turn" | "plan" | "send" | "waits" | "over";
  said: string;
  notes: string[];
  since: string[];
  since_title: string;
  picture: string;
  go: string;
  labels: Record<string, string>;
  setup: RallySetupShown | null;
  laid: string[];
  how: RallyChoice[];
  sheet: RallySheetShown | null;
  id: string;
  code: string;
  key: string;
  asks_key: boolean;
}

/** Somebody at the board in their turn by letter; and the words on the button that leads back to the letter. */
export interface LetteringScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "lettering";
  back: string;
}

/** A room where nobody drives: its door, while people gather, and behind the last stage. */
export interface RoomScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "room";
  room: RoomShown;
}

/** A room on a page. */
export interface RoomShown {
  code: string;
  begun: boolean;
  known: number;
  heard: number;
  ask: RoomMove | null;
  said: string;
  setup: RallySetupShown | null;
  games: RallyChoice[];
  sheet: RallySheetShown | null;
  podium: PodiumShown | null;
  film: string;
  labels: Record<string, string>;
  refused: Record<string, string>;
}

/** A move for the server: the number of moves it was meant behind, and its text. */
export interface RoomMove {
  number: number;
  move: string;
}

/** A rally of a room, with its board at every device. */
export interface RoomingScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "rooming";
  room: RoomShown;
}

/** A lesson: the one behind it, the one that should have come before it, and its pictures as data by their files. */
export interface LessonScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "lesson";
  language?: string;
  next: string;
  before: Continue | null;
  pictures: Record<string, string>;
}

/** A question that stands for itself: where the next one is. */
export interface QuestionScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "practice" | "puzzle" | "risk" | "placement";
  next: string;
}

/** A table. Of its game: lessons that a rule leads to which is met there, and the learner's best time by stage. */
export interface DriveScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "drive";
  ahead: LessonAhead[];
  bests: Record<string, string>;
  best: string;
}

/** A lesson that is not done, and the rules that it teaches. */
export interface LessonAhead {
  name: string;
  title: string;
  teaches: string[];
}

/** The rulebook: its contents, the rule that is open, and in front of all rules the signs of the box. */
export interface RulesScreen {
  at: string;
  title: string;
  page: string;
  map: string;
  kind: "rules";
  rules: RuleLine[];
  rule: RulePage | null;
  legend: Sign[];
}

/** A rule in the contents of the book, and how many examples there are, kept and broken. */
export interface RuleLine {
  code: string;
  kind: "illegal" | "unwise" | "fact";
  chapter: string;
  title: string;
  why: string;
  examples: [number, number];
}

/** One rule in full: how many examples there are, kept and broken, and which of them lies on the board, if any; of a principle of driving also how much it is worth, and its puzzles. */
export interface RulePage {
  code: string;
  kind: "illegal" | "unwise" | "fact";
  title: string;
  said: string;
  why: string;
  fix: string;
  cite: string;
  at: number;
  ok: number;
  broken: number;
  kind_shown: "ok" | "broken" | "";
  n: number;
  worth: string;
  puzzles: number[] | null;
}

/** A face of the dice, or a sign on the road, and what it means. */
export interface Sign {
  face: string;
  sign: string;
  text: string;
}

/** The board: what of the picture is shown (left, top, width, height), and its spaces. */
export interface Stage {
  frame: [number, number, number, number];
  places: Space[];
  table: string;
}

/** A place of the picture: its key, its name, its middle, and its outline as an SVG path. */
export interface Space {
  key: string;
  name: string;
  x: number;
  y: number;
  outline: string;
}

/** The country and the road, for a browser that shows no canvas, and in the stage editor. */
export interface Ground {
  svg: string;
}

/** A table as a page shows it. */
export interface View {
  pieces: PieceShown[];
  draft: StepShown[];
  messages: Message[];
  offers: Button[];
  dials: DialShown[];
  ends: string;
  risk: Risk;
  driver: string;
  covered: boolean;
  hurry: number;
  mine: boolean;
  over: boolean;
  cars: CarShown[];
  columns: string[];
  other: SecondDraft | null;
  log: Line[];
  ways: WayShown[];
  lines: number;
  advice: Advice;
  reckons: boolean;
  help: "off" | "request" | "after" | "always" | "";
  helped: string;
  advise: string;
  review: ReviewShown | null;
  reviews: ReviewDoor[];
  retry: RetryShown | null;
  cloud: "" | "can" | "is";
  ghost: boolean;
  look: PastEvent | null;
  undo: boolean;
  result: Result | null;
  say: string;
  problem?: string;
  n?: number;
}

/** A die or card of the tray: how many are left of how many, and the name of its picture. */
export interface PieceShown {
  key: string;
  name: string;
  left: number;
  total: number;
  face: string;
}

/** One step of the draft, what the co-driver thinks of it, and the chance that something goes wrong there. */
export interface StepShown {
  move: string;
  piece: string;
  place: string;
  name: string;
  variants: Button[];
  verdict: "legal" | "price" | "refused";
  chance: string;
  told: string;
  p: number;
}

/** A decision: the move it sends, its name in the words of the game, and what stands on it. */
export interface Button {
  move: string;
  name: string;
  label: string;
}

/** The co-driver's thoughts on one step: an explanation, a help for every position, and buttons to press. */
export interface Message {
  code: string;
  kind: "illegal" | "unwise" | "fact";
  title: string;
  said: string;
  why: string;
  fix: string;
  cite: string;
  at: number;
  general: string;
  remedies: Remedy[];
}

/** A button that does something else instead: what stands on it, what it costs, and what it sends. */
export interface Remedy {
  label: string;
  price: string;
  intent: ActData | DraftData;
}

/** `Act` as a page sends it. */
export interface ActData {
  do: "act";
  move: string;
}

/** `Draft` as a page sends it. */
export interface DraftData {
  do: "draft";
  moves: string[];
}

/** Something to be read off: a text with its label, a face by its name, or how many lamps are lit of how many. */
export interface DialShown {
  name: string;
  kind: "plain" | "picture" | "lamps" | "chip";
  label: string;
  text: string;
  aloud?: boolean;
  face?: string;
  lit?: number;
  of?: number;
}

/** These figures, and of what they are the chance. */
export interface Risk {
  all: string;
  p: number;
  rows: ChanceAtDie[];
  told: string;
}

/** The chance that something goes wrong at one die, and the chance to get through it. */
export interface ChanceAtDie {
  here: string;
  through: string;
}

export interface CarShown {
  name: string;
  place: string;
  car: number;
  mine: boolean;
  "still-in": boolean;
  facts: string[];
}

/** The second draft: the figures by which two drafts are compared. */
export interface SecondDraft {
  dice: Laying[];
  verdict: "legal" | "price" | "refused";
  chance: string;
  ends: string;
}

/** A piece on a place. */
export interface Laying {
  piece: string;
  place: string;
}

/** One event: its number from the start, its words, its rule, a bot's thought of it, and its sound; and, once the drive is looked back at, what the decision lost that it came of, if that is worth a word. */
export interface Line {
  line: number;
  text: string;
  code: string;
  seat: number;
  thought: string;
  sound: "" | "clean" | "hazard" | "engine" | "skid" | "bang" | "card" | "bell" | "cheers";
  mark: string;
}

/** A whole draft that would do: what it comes to, and its moves. */
export interface WayShown {
  label: string;
  moves: string[];
}

/** The coach's findings, and the principle that speaks for the best move; no rows where nobody asked. */
export interface Advice {
  rows: AdviceRow[];
  said: string;
  principle: PrincipleNamed | null;
}

/** The coach's finding about one move: its rank, how far it is behind the best, and how sure that is. */
export interface AdviceRow {
  rank: number;
  name: string;
  behind: string;
  error: string;
}

/** A principle of driving, or of playing cards, by its code and name. */
export interface PrincipleNamed {
  code: string;
  name: string;
}

/** The review of a drive. `figures` are pairs of a name and a figure; of several stages `legs` has those of each, and of all; each mistake is a sentence, to be tried again by its number, and has its place on the board. Of a game of cards there is only `waits`, as long as its decisions are played out, and then the principle of each mistake. */
export interface ReviewShown {
  title: string;
  driver: string;
  said: string;
  figures: string[][];
  legs_head: string[];
  legs: string[][];
  head: string[];
  rows: string[][];
  stages: StageShown[];
  mistakes: string[];
  places: string[];
  principles: (PrincipleNamed | null)[];
  notes: string[];
  how: string[];
  waits: string;
}

/** One stage of a drive as a picture. */
export interface StageShown {
  title: string;
  turns: TurnShown[];
  marks: MarkShown[];
}

/** The road of one turn: points as SVG writes them, the loss on it in shades from 0, and the words for a pointer there. */
export interface TurnShown {
  points: string;
  shade: number;
  name: string;
}

/** Where one of the mistakes was made: its number from 1, and its spot in the picture. */
export interface MarkShown {
  number: number;
  x: number;
  y: number;
}

/** A review that may be asked for: whose it is, and what its button says. */
export interface ReviewDoor {
  driver: string;
  label: string;
}

/** The words while a decision is tried again, and the decision made there now, as notation writes it; "" before that; and then at cards the principle that the first one went against. */
export interface RetryShown {
  said: string;
  made: string;
  principle: PrincipleNamed | null;
}

/** The moment of the past that is looked at, and the rule behind it. */
export interface PastEvent {
  line: number;
  text: string;
  told: ExplanationData;
}

/** An explanation as plain data, without buttons. */
export interface ExplanationData {
  code: string;
  kind: "illegal" | "unwise" | "fact";
  title: string;
  said: string;
  why: string;
  fix: string;
  cite: string;
  at: number;
}

/** The end of a game, best first: place, driver, and time or whatever is counted. */
export interface Result {
  rows: [number | null, string, string][];
}

/** `of`: for each piece and each place (`*`: all places without an entry) the verdict and the number of its reason in `texts`, -1 for none. `then`: the draft with each piece on each place where nothing speaks against it. `best`: the place where each piece fits best. */
export interface Choices {
  texts: ReasonShown[];
  of: Record<string, Record<string, ["legal" | "price" | "refused", number]>>;
  then: Record<string, Record<string, DraftShown>>;
  best: Record<string, string>;
  n?: number;
}

/** A reason that is shown while a die is held. */
export interface ReasonShown {
  code: string;
  title: string;
  said: string;
  why: string;
  cite: string;
}

/** A draft as it lies on a table: its dice, the co-driver's thoughts on them, and what may be pressed now. */
export interface DraftShown {
  pieces: PieceShown[];
  draft: StepShown[];
  messages: Message[];
  offers: Button[];
  dials: DialShown[];
  ends: string;
  risk: Risk;
}

/** The moving pieces: pictures in SVG by name, and for each move since the last view the place of each. */
export interface Pieces {
  stamps: Record<string, string>;
  frames: [string, string, number, number, number, number, number][][];
}

/** One of several, told apart by `wants`. */
export type LessonView = DraftView | DieView | AnswerView | RankingView | DecisionView;

/** A step in which a draft is laid, or driven. */
export interface DraftView {
  lesson: string;
  title: string;
  about: string;
  steps: StepListed[];
  at: number;
  id: string;
  kind: "goal" | "roll" | "break" | "find" | "predict" | "choose" | "order" | "decide" | "quiz" | "drive";
  lays: boolean;
  plays: boolean;
  task: string;
  goal: string;
  text: string[];
  pictures: PictureShown[];
  hints: HintShown[];
  "more-hints": boolean;
  answer: string;
  right: string;
  after: string;
  rule: ExplanationData | null;
  principle: PrincipleNamed | null;
  figures: string[];
  done: boolean;
  stars: number;
  refutation: Refutation | null;
  last: boolean;
  passed: boolean;
  say: string;
  "say-language"?: string;
  wants: "draft";
  breaks: boolean;
  goals: GoalShown[];
  claims: AnswerShown[];
  par: string;
}

/** One step in the list of a lesson's steps. */
export interface StepListed {
  id: string;
  kind: "goal" | "roll" | "break" | "find" | "predict" | "choose" | "order" | "decide" | "quiz" | "drive";
  done: boolean;
  stars: number;
}

/** A picture in the text: its name among those of the place, and what it shows in words. */
export interface PictureShown {
  file: string;
  alt: string;
}

/** A hint: its words, and what it shows on the road. */
export interface HintShown {
  text: string;
  place?: string;
  draft?: Laying[];
  language?: string;
}

/** Why an answer or a draft is wrong; `say` sums it up, first in the words of the lesson where it has some. */
export interface Refutation {
  answer: string;
  rules: ExplanationData[];
  events: Happening[];
  goals: string[];
  lost: string[];
  worth: ChoiceWorth[];
  say: string;
}

/** Something that would happen, and the rule by which it would. */
export interface Happening {
  text: string;
  code: string;
}

/** The worth of one of the drafts to choose from. */
export interface ChoiceWorth {
  id: string;
  text: string;
}

/** One goal of a step, and whether it is met. */
export interface GoalShown {
  text: string;
  met: boolean;
}

/** An answer to choose or something to claim, and the dice that it lays. */
export interface AnswerShown {
  id: string;
  text: string;
  brief: string;
  draft: Laying[];
  worth: string;
  language?: string;
}

/** A step in which a die of the draft is pointed at. */
export interface DieView {
  lesson: string;
  title: string;
  about: string;
  steps: StepListed[];
  at: number;
  id: string;
  kind: "goal" | "roll" | "break" | "find" | "predict" | "choose" | "order" | "decide" | "quiz" | "drive";
  lays: boolean;
  plays: boolean;
  task: string;
  goal: string;
  text: string[];
  pictures: PictureShown[];
  hints: HintShown[];
  "more-hints": boolean;
  answer: string;
  right: string;
  after: string;
  rule: ExplanationData | null;
  principle: PrincipleNamed | null;
  figures: string[];
  done: boolean;
  stars: number;
  refutation: Refutation | null;
  last: boolean;
  passed: boolean;
  say: string;
  "say-language"?: string;
  wants: "die";
}

/** A step in which one of some answers is chosen. */
export interface AnswerView {
  lesson: string;
  title: string;
  about: string;
  steps: StepListed[];
  at: number;
  id: string;
  kind: "goal" | "roll" | "break" | "find" | "predict" | "choose" | "order" | "decide" | "quiz" | "drive";
  lays: boolean;
  plays: boolean;
  task: string;
  goal: string;
  text: string[];
  pictures: PictureShown[];
  hints: HintShown[];
  "more-hints": boolean;
  answer: string;
  right: string;
  after: string;
  rule: ExplanationData | null;
  principle: PrincipleNamed | null;
  figures: string[];
  done: boolean;
  stars: number;
  refutation: Refutation | null;
  last: boolean;
  passed: boolean;
  say: string;
  "say-language"?: string;
  wants: "answer";
  answers: AnswerShown[];
}

/** A step in which drafts are put in order. */
export interface RankingView {
  lesson: string;
  title: string;
  about: string;
  steps: StepListed[];
  at: number;
  id: string;
  kind: "goal" | "roll" | "break" | "find" | "predict" | "choose" | "order" | "decide" | "quiz" | "drive";
  lays: boolean;
  plays: boolean;
  task: string;
  goal: string;
  text: string[];
  pictures: PictureShown[];
  hints: HintShown[];
  "more-hints": boolean;
  answer: string;
  right: string;
  after: string;
  rule: ExplanationData | null;
  principle: PrincipleNamed | null;
  figures: string[];
  done: boolean;
  stars: number;
  refutation: Refutation | null;
  last: boolean;
  passed: boolean;
  say: string;
  "say-language"?: string;
  wants: "ranking";
  answers: AnswerShown[];
}

/** A step in which a decision is laid, or chosen by whoever asks for help. */
export interface DecisionView {
  lesson: string;
  title: string;
  about: string;
  steps: StepListed[];
  at: number;
  id: string;
  kind: "goal" | "roll" | "break" | "find" | "predict" | "choose" | "order" | "decide" | "quiz" | "drive";
  lays: boolean;
  plays: boolean;
  task: string;
  goal: string;
  text: string[];
  pictures: PictureShown[];
  hints: HintShown[];
  "more-hints": boolean;
  answer: string;
  right: string;
  after: string;
  rule: ExplanationData | null;
  principle: PrincipleNamed | null;
  figures: string[];
  done: boolean;
  stars: number;
  refutation: Refutation | null;
  last: boolean;
  passed: boolean;
  say: string;
  "say-language"?: string;
  wants: "decision";
  answers: AnswerShown[];
}

/** One of several, told apart by `kind`. */
export type Answer = Notice | Reply | Started | Misread | Shared | OfPupils | NotRestored;

/** Something to be known: why nothing came of what was asked, or what came of it. */
export interface Notice {
  n: number;
  kind: "told";
  text: string;
}

/** The answer to a question, or to a line that was written. */
export interface Reply {
  n: number;
  kind: "reply";
  text: string;
}

/** A table was begun. */
export interface Started {
  n: number;
  kind: "started";
}

/** Why the table that was asked for cannot be sat down at. */
export interface Misread {
  n: number;
  kind: "misread";
  text: string;
}

/** This table as a code, and its position as a lesson's start, if it can be one. */
export interface Shared {
  n: number;
  kind: "shared";
  code: string;
  start: LessonStart | null;
}

/** The start of a lesson: its line, and what has to be known besides, a sentence each. */
export interface LessonStart {
  line: string;
  notes: string[];
}

/** The work of pupils, by their files. */
export interface OfPupils {
  n: number;
  kind: "pupils";
  pupils: ClassTable;
}

/** A row for each pupil, by name; a row for each kind of mistake in drives, the dearest first, and then at cards; the files that are no progress files; and everything as CSV. */
export interface ClassTable {
  head: string[];
  rows: string[][];
  mistakes: string[][];
  notes: string[];
  csv: string;
}

/** Why something that the browser kept could not be put back: what it kept of a place, or `progress`. */
export interface NotRestored {
  n: number;
  kind: "not-restored";
  what: string;
  text: string;
}

/** A table or a lesson as a browser keeps it, to be put back after a reload. */
export interface BrowserSave {
  at: string;
  table?: Record<string, Json>;
  brought?: boolean;
  moves?: number;
  reviewed?: number;
  over?: boolean;
  step?: string;
  draft?: string[];
  stage?: string;
}

/** Progress as a browser keeps it, and as a file. */
export interface ProgressData {
  format: number;
  progress: "rallyman-tutor";
  stars: Record<string, Record<string, number>>;
  cards: Record<string, Record<string, Json>>;
  decisions?: PastDecisionData[];
  last: string;
  placed?: Record<string, string>;
  runs?: Record<string, Record<string, number>>;
  times?: Record<string, number>;
  log: Json[][];
}

/** A decision as a browser keeps it, and as a file. */
export interface PastDecisionData {
  game: string;
  position: string;
  answers: string[];
  found?: Json[][];
  principle?: string;
}

/** A decision that was tried beside the best one: how good it is; both in words; a table of the parts of each, and how many seconds that makes; where the dice of the best one lie. And the result of the old one: in sentences. */
export interface ComparedShown {
  verdict: string;
  shade: number;
  drafts: string[][];
  head: string[];
  rows: string[][];
  notes: string[];
  how: string;
  best: LaidThere[];
  old: string[] | null;
  principle: PrincipleNamed | null;
  said: string;
}

/** A die on its space. */
export interface LaidThere {
  piece: string;
  place: string;
}

/** The advice as it is told: the draft's cost, where every draft has it told; the parts asked for, the last of them alone; behind that both ways and the figures, with the costs of both drafts; the words of the button for more; and the newest of it for ears. */
export interface AdviceShown {
  cost: CostShown | null;
  parts: AdvicePart[];
  ways: WaysShown | null;
  worth: WorthShown | null;
  costs: string[];
  more: string;
  mixes: "" | "can" | "is";
  said: string;
}

/** The cost and risk of a draft, in short: beside the best, in shades from 0; with its figures; and in one for ears. And the name of the principle that it goes against, where that is looked for. */
export interface CostShown {
  verdict: string;
  shade: number;
  figures: string;
  said: string;
  why: string;
}

/** A part of the advice: its words, and the spaces that it is about. */
export interface AdvicePart {
  text: string;
  place?: string;
  draft?: LaidThere[];
}

/** Two ways beside each other: as bars; what the difference is for, turn by turn; where they part, in words and on the road; and all of it for ears. */
export interface WaysShown {
  bars: BarShown[];
  whens: Record<string, string>;
  rows: string[];
  parts: string;
  odds: OddsShown | null;
  said: string;
}

/** One way to the finish as a bar: whose it is, and its time. */
export interface BarShown {
  name: string;
  total: string;
  spans: SpanShown[];
}

/** The part of a bar for this turn, the next one, or all after it: its seconds, as a number and in words. */
export interface SpanShown {
  when: "now" | "next" | "later";
  seconds: number;
  label: string;
}

/** The space that decides: where the chances to lose control differ most, and both of them. */
export interface OddsShown {
  place: string;
  text: string;
}

/** A table of ways to drive a draft, the best driving last; the notes below it; and the limits of the figures. */
export interface WorthShown {
  head: string[];
  rows: string[][];
  notes: string[];
  how: string[];
}

/** The turn that is just over: in words, and the space on which most was lost; nothing where nothing is told. */
export interface TurnTold {
  said: string;
  place: string;
}

/** All drivers of the tutor's who have something to tell of their last turn. */
export interface RivalsTold {
  told: RivalTold[];
}

/** One driver of the tutor's after a turn: what they wanted; or a question to them, and their answer. */
export interface RivalTold {
  said: string;
  asked: string;
  answer: string;
}

/** The sliders; the backs of cards by gear; the best decision, in shades from 0; the meaning of the figures; and the newest of it for ears. */
export interface MixShown {
  shares: ShareShown[];
  caption: string;
  head: string[];
  rows: string[][];
  verdict: string;
  shade: number;
  told: string[];
  how: string;
  moved: boolean;
  said: string;
}

/** A slider: its name, its first notch, its last one and how far they lie apart; where it stands, and where the house has it; each notch in words; whether the advice holds there, and where it does in words, once that is reckoned. */
export interface ShareShown {
  name: string;
  label: string;
  least: number;
  most: number;
  step: number;
  now: number;
  house: number;
  values: string[];
  holds: boolean[];
  told: string;
}

/** The lesson of a drive, with a way to each puzzle. */
export interface EveningShown {
  whys: string[];
  principles: (PrincipleNamed | null)[];
  about: string;
  puzzles: number[];
  doors: PuzzleNow[];
}

/** A puzzle to do now: its address, and what its button says. */
export interface PuzzleNow {
  at: string;
  label: string;
}

/** A thousand drives of the draft, on the board and in words. */
export interface CloudShown {
  head: string[];
  rows: string[][];
  how: string;
  said: string;
  pieces: [string, string, number, number, number, number, number][];
  stamps: Record<string, string>;
}

/** The ghost beside a drive: whether there can be one, and, if it was asked for, its place on the board and in words. */
export interface GhostShown {
  can: boolean;
  piece?: [string, string, number, number, number, number, number];
  stamp?: string;
  place?: string;
  said?: string;
  row?: string[];
}

/** Two ways as they are driven side by side, if nothing goes wrong. */
export interface WaysDriven {
  ways: WayDriven[];
  stamps: Record<string, string>;
}

/** One of two ways: whose it is, its car in each picture, and where its turns end, in words. */
export interface WayDriven {
  name: string;
  frames: [string, string, number, number, number, number, number][];
  said: string;
}

/** One stage of a film, of how many, and all that is needed to play it. */
export interface FilmStageShown {
  number: number;
  of: number;
  name: string;
  labels: Record<string, string>;
  code: string;
  drivers: string[];
  title: number;
  seconds: number;
  frame: [number, number, number, number];
  ground: string;
  cars: string[];
  scale: number;
  shots: FilmShotShown[];
}

/** A round: its name, the way of each car by seat, x and y in turn; the sums after it; what happened in it. */
export interface FilmShotShown {
  name: string;
  ways: number[][];
  sums: string[];
  happened: string[];
}

/** A rally looked back at. What is still worked out is told by `waits`. */
export interface RallyBackShown {
  title: string;
  waits: string;
  said: string[];
  lost: LostShown[];
  exact: string;
  head: string[];
  rows: string[][];
  dearest_title: string;
  dearest: DearShown[];
  notes: string[];
}

/** The seconds that a driver lost, for the bars and in words. */
export interface LostShown {
  seat: number;
  name: string;
  decisions: number;
  luck: number;
  said: string;
}

/** One of the dearest decisions: what it was, why it was dear, and the principle that it goes against. */
export interface DearShown {
  seat: number;
  said: string;
  why: string;
  principle: PrincipleNamed | null;
}

/** The knowledge of a road so far, in words: its par or the bounds of it, and where control is lost most often. */
export interface EditorFigures {
  par: string;
  sure: string;
  hard: string;
  hurts: string;
  hurts_at: number;
  work: string;
  said: string;
}

/** The words of the page, as its texts have them. */
export interface Words {
  advice: string;
  "advice-best": string;
  "advice-close": string;
  "advice-head": string[];
  "advice-how": string;
  "advice-only": string;
  "advice-same": string;
  advise: string;
  "advise-more": string[];
  again: string;
  alone: string;
  asks: Record<string, Record<string, string>>;
  "asks-first": string;
  away: string;
  "away-none": string;
  back: string;
  "begin-on-map": string;
  board: string;
  "board-hint": string;
  bots: string;
  "bots-pace": string;
  "bots-paces": Record<string, string>;
  bring: string;
  brought: string;
  "builds-on": string;
  captions: Record<string, string>;
  "car-here": string;
  "card-decision": string;
  "card-decision-after": string;
  "card-decision-goal": string;
  "card-decision-text": string;
  cars: string;
  chance: string;
  "chance-both": string;
  "chance-figures": string;
  "chance-head": string[];
  "chance-none": string;
  "chance-out": string;
  chapters: Record<string, string>;
  "chapters-more": Record<string, string>;
  "choose-language": string;
  "cited-in": string;
  class: string;
  "class-choose": string;
  "class-more": string;
  "class-save": string;
  close: string;
  closer: string;
  "cloud-ask": string;
  coached: boolean;
  codriver: string;
  colon: string;
  coming: string;
  "coming-more": string;
  "command-example": string;
  copy: string;
  costs: string;
  course: string;
  daily: string;
  "daily-best": string;
  "daily-more": string;
  dead: string;
  "dead-more": string;
  decision: string;
  "decision-after": string;
  "decision-goal": string;
  "decision-text": string;
  download: string;
  draft: string;
  "draft-ends": string;
  "drive-more": string;
  "drive-now": string;
  due: string;
  "due-decisions": string;
  "due-rules": string;
  "due-waiting": string;
  editor: string;
  "editor-more": string;
  ends?: string;
  enough: string;
  "enough-said": string;
  "evening-puzzles": string;
  "ex-broken": string;
  "ex-looks-so": string;
  "ex-ok": string;
  field: string;
  figures: string;
  finished: string;
  "first-ask": string;
  "first-done": string;
  "first-on": string;
  "first-roll": string;
  "first-told": string;
  forms: Record<string, never>;
  forward: string;
  found: string;
  "free-drive": string;
  further: string;
  game: string;
  games: string;
  "ghost-ask": string;
  "ghost-comes": string;
  "ghost-here": string;
  "ghost-how": string;
  "ghost-off": string;
  "ghost-what": string;
  glossary: Record<string, string>;
  "glossary-title": string;
  "go-on": string;
  goal: string;
  happened: string;
  help: string;
  "help-now": Record<string, string>;
  helps: Record<string, string>;
  here: string;
  hides: boolean;
  "hint-0": string;
  "hint-1": string;
  "hint-2": string;
  "hint-choices": string;
  "hint-none": string;
  insight: string;
  "insight-empty": string;
  "insight-more": string;
  "insight-now": string;
  "insight-open": string;
  "insight-table": string;
  "kept-refused": string;
  keys?: Record<string, string>;
  known: string;
  "laid-none": string;
  language: string;
  "language-broken": string;
  "language-not-there": string;
  languages: Record<string, string>;
  legal: string;
  legend: string;
  "lesson-ahead": string;
  "lesson-broken": string;
  "lesson-language": string;
  "lesson-language-broken": string;
  "lessons-done": string;
  letter: string;
  "letter-more": string;
  letters: string;
  level: string;
  levels: Record<string, string>;
  "licence-more": Record<string, string>;
  licences: Record<string, string>;
  looking: string;
  "looks-good": string;
  lost: string;
  missed: string;
  mix: string;
  "mix-house": string;
  more: string;
  name: string;
  "name-in-file": string;
  names: string[];
  "new-drive": string;
  "next-lesson": string;
  "next-on-map": string;
  "next-puzzle": string;
  "next-question": string;
  "next-step": string;
  "no-language": string;
  "no-lessons": string;
  "no-place": string;
  "no-roll": string;
  "no-such-die"?: string;
  "no-table": string;
  "no-table-here": string;
  "no-table-there": string;
  "not-known": string;
  "nothing-laid": string;
  "order-check": string;
  "order-full": string;
  "order-left": string;
  "order-open": string;
  "order-placed": string;
  "order-stands": string;
  "order-taken": string;
  others: string;
  "others-turn": string;
  out: string;
  "own-back": string;
  "own-best-first": string;
  "own-best-is": string;
  "own-best-new": string;
  "own-hint": string;
  "own-kept": string;
  "own-more"?: string;
  "own-stage": string;
  pace: string;
  "pace-unknown": string;
  "page-title": string;
  par: string;
  "pass-on": string;
  "pick-first": string;
  placed: string;
  "placed-behind": string;
  "placed-first": string;
  placement: string;
  "placement-more": string;
  "placement-question": string;
  "placement-text": string;
  practice: string;
  "practice-goal": string;
  "practice-more": string;
  "practice-none": string;
  "practice-only": string;
  "practice-table": string;
  "practice-which": string;
  present: string;
  price: string;
  print: string;
  "progress-here": string;
  "progress-nowhere": string;
  "progress-refused": string;
  puzzle: string;
  "puzzle-after": string;
  "puzzle-goal": string;
  "puzzle-like": string;
  "puzzle-text": string;
  puzzles: string;
  "puzzles-done": string;
  "puzzles-more": string;
  "puzzles-now": string;
  questions?: Record<string, string>;
  rally: string;
  "rally-more": string;
  ready: Record<string, string>;
  reasons: string;
  reckons: string;
  refused: string;
  "review-again": string;
  "review-beside": string;
  "review-door": string;
  "review-drive-on": string;
  "review-map": string;
  "review-mistakes": string;
  "review-now": string;
  "review-old": string;
  "review-refute": string;
  "review-return": string;
  "review-table": string;
  "review-try": string;
  risk: string;
  "risk-after": string;
  "risk-die": string;
  "risk-goal": string;
  "risk-hint": string;
  "risk-ranges": string[];
  "risk-text": string;
  room: string;
  "room-more": string;
  "rule-before": string;
  "rule-behind": string;
  rulebook: string;
  "rules-hello": string;
  "rules-more": string;
  run: string;
  "run-again": string;
  "run-head": string[];
  "run-minutes": string;
  "run-missed": string;
  "run-mistakes": string;
  "run-more": string;
  "run-name": string;
  "run-none": string;
  "run-right": string;
  "run-score": string;
  "run-seconds": string;
  "run-start": string;
  "say-dropped": string;
  "say-held": string;
  "say-laid": string;
  "say-legal": string;
  "say-none": string;
  "say-start": string;
  "say-taken": string;
  "say-undone": string;
  search: string;
  seats: number[];
  "seats-at": Record<string, never> | Record<string, number[]>;
  second: string;
  "sentences-broken": string;
  share: string;
  "share-copied": string;
  "share-copy": string;
  "share-link": string;
  sheet: string;
  "sheet-more": string;
  "skip-bots": string;
  sounds: string;
  speech: string;
  "speech-now": Record<string, string>;
  speeches: Record<string, string>;
  stage: string;
  "stage-hard": string;
  "stage-length": string;
  "stage-loses": string;
  "stage-own": string;
  "stage-par": string;
  stages: Record<string, Record<string, string>> | Record<string, never>;
  "stars-of": string;
  "start-copied": string;
  "start-copy": string;
  "start-drive": string;
  "start-hint": string;
  "start-line": string;
  "start-over": string;
  "start-told": string;
  "step-done": string;
  "step-n": string;
  steps: string;
  "steps-done": string;
  still: string;
  summary: string;
  "summary-none": string;
  "summary-open": string;
  swap: string;
  "take-back": string;
  talk: string;
  "talk-heard": string;
  "talk-keys": string;
  "talk-line": string;
  "talk-more-keys": Record<string, string>;
  "talk-send": string;
  term: string;
  theme: string;
  "to-all": string;
  "to-builds-on": string;
  "to-less": string;
  "to-map": string;
  "to-principle": string;
  tools: string;
  tray: string;
  trouble: string;
  try: string;
  uncover: string;
  undo: string;
  verdict: string;
  ways: string;
  "ways-drive": string;
  welcome: string;
  "welcome-more": string;
  well: string;
  "what-is": string;
  "what-is-how": string;
  "what-is-told": Record<string, Record<string, string>>;
  "which-place": string;
  "whole-course": string;
  why: string;
  you: string;
  "zoom-car": string;
  "zoom-fit": string;
  "zoom-in": string;
  "zoom-out": string;
}

/** What is shown behind an answer, by the name of its row. */
export interface Shown {
  compared: ComparedShown;
  advised: AdviceShown;
  turn: TurnTold;
  rivals: RivalsTold;
  mixed: MixShown;
  reviewed: ReviewShown;
  evening: EveningShown;
  cloud: CloudShown;
  ghost: GhostShown;
  ways: WaysDriven;
  film: FilmStageShown;
  rally: RallyBackShown;
  built: EditorFigures;
}

/** Something that comes behind the answer: a row of `page/behind.py`, and what it shows. */
export type Behind = { [Name in keyof Shown]: { name: Name; n: number; shown: Shown[Name] } }[keyof Shown];

/** All that a browser holds of a page, or a part of it. Before there is any of it, each of these is empty. */
export interface Wire {
  place: Screen;
  stage: Stage;
  ground: Ground;
  view: View;
  choices: Choices;
  pieces: Pieces;
  sheet: LessonView;
  faces: Record<string, string>;
  answer: Answer;
  kept: BrowserSave;
  progress: ProgressData;
  behind: Behind;
  words: Words;
}

/** What the browser may say. */
export type Intent =
  /** The page is there: its frame, its colours, how it shows the ground, the place in its address, and this browser's save. */
  | { do: "hello"; tall?: boolean; theme?: "light" | "dark"; at?: string; kept?: Json; progress?: Json; drawn?: boolean; game?: string; stage?: string; speech?: "brief" | "normal" | "full"; language?: string; browser?: string }
  /** Go to another place; with what this browser kept of it. */
  | { do: "go"; to: string; kept?: Json }
  /** The frame has become that of a phone, or is one no longer. */
  | { do: "frame"; tall: boolean }
  /** Show the page in light or dark colours. */
  | { do: "theme"; theme: "light" | "dark" }
  /** Choose how much is read out. */
  | { do: "speak"; how: "brief" | "normal" | "full" }
  /** Choose the language of the page. */
  | { do: "language"; to: string }
  /** Sit down at a table: one of the game's by name, one told in notation, or one somebody shared. */
  | { do: "new"; table?: string; cars?: number; bots?: boolean; seed?: string; level?: string }
  /** Ask for this table as a code to send to somebody. */
  | { do: "share" }
  /** Put back the progress of a file. */
  | { do: "bring"; progress?: Json }
  /** Put the progress of several pupils together: pairs of a file's name and what is in it. */
  | { do: "pupils"; files?: Json }
  /** Add the progress that another tab of this browser has noted. */
  | { do: "join"; progress?: Json }
  /** Show an example of a rule, kept or broken, counted from 0. */
  | { do: "example"; code: string; kind: "ok" | "broken"; n: number }
  /** Ask something that the table answers at any time, in words alone; of the road, from which place on. */
  | { do: "tell"; about: string; place?: string }
  /** A line that was written: notation, a question, or a deed in words. */
  | { do: "command"; line: string }
  /** Begin a run against the clock, of so many minutes, under a name or none. */
  | { do: "start"; minutes: number; name?: string }
  /** Begin a rally: its drivers, each with the level of a bot or nothing, and what was chosen of the box. */
  | { do: "rally"; names: string[]; levels: string[]; stages?: string; many?: string; rules?: string }
  /** Change the road in the stage editor, or choose one of its parts: what is laid, or the text of a whole stage; the number of a part. */
  | { do: "build"; deed: "lay" | "pick" | "instead" | "remove" | "turn" | "undo" | "redo" | "clear" | "open"; what?: string; at?: number }
  /** Say that whoever is to drive has the table, or that another rally is wanted. */
  | { do: "ready" }
  /** Ask for the film of a rally that is over. */
  | { do: "film" }
  /** Begin a game by letter: its drivers, each with the level of a bot or nothing, which of them sends the first letter, the name of the game, that driver's key, and all that was chosen of the box. */
  | { do: "correspond"; names: string[]; levels: string[]; me: number; id: string; key: string; stages?: string; many?: string; rules?: string }
  /** Open a letter, with the keys of this browser, and the newest letter that it knows of each game. */
  | { do: "letter"; text: string; keys: string[]; kept?: Json; typed?: boolean }
  /** Write the letter that was laid down, and drive its plan so far. */
  | { do: "seal"; how?: string }
  /** Go on with a room as its server has told it. */
  | { do: "follow"; room?: Json }
  /** Say that the clock of a run has come to its end. */
  | { do: "time" }
  /** Ask for the next stage of the hints. */
  | { do: "hint" }
  /** Give one of the answers to choose from. */
  | { do: "answer"; id: string }
  /** Point at a die of the draft, counted from 0. */
  | { do: "point"; at: number }
  /** Say or press something that no die can be laid for. */
  | { do: "claim"; id: string }
  /** Go on with the next step, once this one is done. */
  | { do: "next" }
  /** Go to a step of the lesson, counted from 0. */
  | { do: "step"; at: number }
  /** Begin this step again. */
  | { do: "again" }
  /** Lay one more piece: on a place, or without one where it fits. */
  | { do: "lay"; piece: string; place?: string }
  /** Take one laid piece back, counted from 0; without a number the last one. */
  | { do: "take"; at?: number }
  /** Lay a step of the draft on another place; or, where none is named, put another move in its stead. */
  | { do: "put"; at: number; place?: string; move?: string }
  /** Lay a whole draft at once, told in notation. */
  | { do: "draft"; moves: string[] }
  /** Take the whole draft back. */
  | { do: "clear" }
  /** Change over to the second draft, and keep the first beside it. */
  | { do: "swap" }
  /** Keep this draft beside the one that goes on. */
  | { do: "copy" }
  /** Take one of the decisions that are offered, named as notation writes it. */
  | { do: "act"; move: string }
  /** Ask the game something that it answers at any time, such as how many cards are left. */
  | { do: "ask"; move: string }
  /** Ask what the coach would do. */
  | { do: "advise" }
  /** Stop what is reckoned of this draft, and leave it untold. */
  | { do: "enough" }
  /** Take back what was done last. */
  | { do: "undo" }
  /** Say that the next player has the table before them, so that their hand may be shown. */
  | { do: "uncover" }
  /** Look at an event of the past, counted from 0; -1 is the present. */
  | { do: "look"; at: number }
  /** Look back at a drive that is over, or a stage of it: the costs of decisions, and the effects of luck. Where several learners drove, that of one of them, by name. */
  | { do: "review"; driver?: string }
  /** Go back to one of the decisions that cost most, counted from 0, and try another one. */
  | { do: "retry"; at: number }
  /** Play out what was chosen there in the drive, with the dice by which it costs most. */
  | { do: "refute" }
  /** Leave what was tried, for the drive that is over. */
  | { do: "return" }
  /** Drive what lies a thousand times. */
  | { do: "cloud" }
  /** Drive with a ghost, or send it away. */
  | { do: "ghost"; on: boolean }
  /** Ask for the best if the cards were mixed otherwise: move one share of them; without a name, back to the mix of the house. */
  | { do: "mix"; share?: string; notch?: number }
  /** Choose how much the co-driver helps in this drive. */
  | { do: "help"; how: "off" | "request" | "after" | "always" };
