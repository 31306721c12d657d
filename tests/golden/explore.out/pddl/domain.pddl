; Frogs of frogs.puzzle, written by puzzlec.
; A plan's length is its length in moves.
(define (domain frogs)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell content)
  (:constants
    empty frog toad - content)
  (:predicates
    (holds ?c - cell ?v - content)
    (step-cells ?c1 ?c2 - cell)
    (step-2-cells ?c1 ?c2 - cell)
    (leap-cells ?c1 ?c2 ?c3 - cell)
    (leap-2-cells ?c1 ?c2 ?c3 - cell))

  (:action step
    :parameters (?c1 - cell ?c2 - cell)
    :precondition (and
      (step-cells ?c1 ?c2)
      (holds ?c1 frog)
      (holds ?c2 empty))
    :effect (and
      (not (holds ?c1 frog))
      (holds ?c1 empty)
      (not (holds ?c2 empty))
      (holds ?c2 frog)))

  (:action step-2
    :parameters (?c1 - cell ?c2 - cell)
    :precondition (and
      (step-2-cells ?c1 ?c2)
      (holds ?c1 toad)
      (holds ?c2 empty))
    :effect (and
      (not (holds ?c1 toad))
      (holds ?c1 empty)
      (not (holds ?c2 empty))
      (holds ?c2 toad)))

  (:action leap
    :parameters (?c1 - cell ?c2 - cell ?c3 - cell)
    :precondition (and
      (leap-cells ?c1 ?c2 ?c3)
      (holds ?c1 frog)
      (holds ?c2 toad)
      (holds ?c3 empty))
    :effect (and
      (not (holds ?c1 frog))
      (holds ?c1 empty)
      (not (holds ?c3 empty))
      (holds ?c3 frog)))

  (:action leap-2
    :parameters (?c1 - cell ?c2 - cell ?c3 - cell)
    :precondition (and
      (leap-2-cells ?c1 ?c2 ?c3)
      (holds ?c1 toad)
      (holds ?c2 frog)
      (holds ?c3 empty))
    :effect (and
      (not (holds ?c1 toad))
      (holds ?c1 empty)
      (not (holds ?c3 empty))
      (holds ?c3 toad)))
)
