autocmd BufNewFile,BufRead *.puzzle setfiletype puzzle
autocmd BufNewFile,BufRead *.rhai setfiletype rhai
