import { testFuzz } from '../support/fuzz-api.ts';

testFuzz({ phases: 'examples,fuzzing', maxExamples: 6, answers: { 200: 20, 400: 20, 404: 3 } });
